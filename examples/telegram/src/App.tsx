import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { backButton } from '@tma.js/sdk';
import { useEffect, useState } from 'react';
import { Transfer } from './Transfer';

// Wallets download the manifest, so its URL is absolute.
const manifestUrl = new URL('tonconnect-manifest.json', document.baseURI)
  .href;

export function App() {
  const [screen, setScreen] = useState<'home' | 'wallet'>('home');
  return (
    <TonConnectUIProvider manifestUrl={manifestUrl}>
      {screen === 'home' ? (
        <>
          <h1>Telegram</h1>
          <button type="button" onClick={() => setScreen('wallet')}>
            Wallet
          </button>
        </>
      ) : (
        <WalletScreen onLeave={() => setScreen('home')} />
      )}
    </TonConnectUIProvider>
  );
}

/** Telegram's Back button, controlled by the app's own SDK, leads to the first screen. */
function WalletScreen({ onLeave }: { onLeave: () => void }) {
  useEffect(() => {
    backButton.show.ifAvailable();
    const off = backButton.onClick.ifAvailable(onLeave);
    return () => {
      if (off.ok) off.data();
      backButton.hide.ifAvailable();
    };
  }, [onLeave]);
  return (
    <>
      <h1>Wallet</h1>
      <TonConnectButton />
      <Transfer />
    </>
  );
}
