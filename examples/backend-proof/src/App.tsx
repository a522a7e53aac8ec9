import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { Session } from './Session';

// Wallets fetch it, so it is absolute.
const manifestUrl = new URL('tonconnect-manifest.json', document.baseURI)
  .href;

export function App() {
  return (
    <TonConnectUIProvider manifestUrl={manifestUrl}>
      <h1>Backend</h1>
      <TonConnectButton />
      <Session />
    </TonConnectUIProvider>
  );
}
