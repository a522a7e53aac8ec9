import { TonConnect } from '@tonconnect/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** The SDK without a widget: what is the protocol's, not the widget's. */
const connector = new TonConnect();
createRoot(document.body).render(
  <StrictMode>
    <button type="button" onClick={() => void connector.restoreConnection()}>
      Hello
    </button>
  </StrictMode>,
);
