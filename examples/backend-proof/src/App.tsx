import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { Session } from './Session';

// Wallets download the manifest, so its URL is absolute.
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
