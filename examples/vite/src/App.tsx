import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { Transfer } from './Transfer';

// Wallets fetch it, so it is absolute.
const manifestUrl = new URL('tonconnect-manifest.json', document.baseURI).href;

export function App() {
  return (
    <TonConnectUIProvider manifestUrl={manifestUrl}>
      <h1>Vite</h1>
      <TonConnectButton />
      <Transfer />
    </TonConnectUIProvider>
  );
}
