import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { Transfer } from './Transfer';

// Wallets download the manifest, so its URL is absolute.
const manifestUrl = new URL('tonconnect-manifest.json', document.baseURI)
  .href;

export function App() {
  return (
    <TonConnectUIProvider manifestUrl={manifestUrl}>
      <main className="mx-auto max-w-md p-6 text-slate-900">
        <h1 className="text-2xl font-semibold">Tailwind 3</h1>
        <TonConnectButton className="my-4" />
        <Transfer />
      </main>
    </TonConnectUIProvider>
  );
}
