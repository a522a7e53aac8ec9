import { TonConnectButton, TonConnectUIProvider } from '@tonconnect/ui-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** The minimal use of a widget: the provider and the button. */
createRoot(document.body).render(
  <StrictMode>
    <TonConnectUIProvider manifestUrl={`${location.origin}/tonconnect-manifest.json`}>
      <TonConnectButton />
    </TonConnectUIProvider>
  </StrictMode>,
);
