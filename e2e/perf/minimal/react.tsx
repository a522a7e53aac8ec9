import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** What is there before any widget. */
createRoot(document.body).render(
  <StrictMode>
    <p>Hello</p>
  </StrictMode>,
);
