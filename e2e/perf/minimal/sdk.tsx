import { TonConnect } from '@tonconnect/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** The SDK without a widget: the protocol's part of the size. */
const connector = new TonConnect();
createRoot(document.body).render(
  <StrictMode>
    <button type="button" onClick={() => void connector.restoreConnection()}>
      Hello
    </button>
  </StrictMode>,
);
