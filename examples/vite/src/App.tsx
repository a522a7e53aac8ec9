import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { Transfer } from './Transfer';

// Wallets download the manifest, so its URL is absolute.
const manifest = new URL('tonconnect-manifest.json', document.baseURI);

export function App() {
  return (
    <TonConnectUIProvider manifestUrl={manifest.href}>
      <h1>Vite</h1>
      <TonConnectButton />
      <Transfer />
    </TonConnectUIProvider>
  );
}
