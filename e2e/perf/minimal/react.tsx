import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** The baseline without a widget. */
createRoot(document.body).render(
  <StrictMode>
    <p>Hello</p>
  </StrictMode>,
);
