import { useSession } from '@prichal/session/react';
import { TonConnectButton, TonConnectUIProvider } from '@tonconnect/ui-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

function Visitor() {
  const { user } = useSession();
  return user && <p>{user.sub}</p>;
}

/** `widget.tsx` with the signed-in user. */
createRoot(document.body).render(
  <StrictMode>
    <TonConnectUIProvider manifestUrl={`${location.origin}/tonconnect-manifest.json`}>
      <TonConnectButton />
      <Visitor />
    </TonConnectUIProvider>
  </StrictMode>,
);
