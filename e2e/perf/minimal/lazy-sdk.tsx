import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** React, and the SDK loaded on demand: an app without a widget. */
const connect = async () => {
  const { TonConnect } = await import('@prichal/sdk');
  await new TonConnect().restoreConnection();
};
createRoot(document.body).render(
  <StrictMode>
    <button type="button" onClick={() => void connect()}>
      Hello
    </button>
  </StrictMode>,
);
