import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type AppSdk, SDKS } from './sdks.ts';

const sdk = SDKS[new URLSearchParams(location.search).get('sdk') ?? '']?.();
if (!sdk) throw new Error(`?sdk= is one of ${Object.keys(SDKS).join(', ')}`);

/** Two pages of the app. Telegram's Back leads from the second to the first. */
function App({ sdk }: { sdk: AppSdk }) {
  const [page, setPage] = useState('first');
  useEffect(() => sdk.onBack(() => setPage('first')), [sdk]);
  useEffect(() => {
    if (page === 'second') sdk.showBack();
    else sdk.hideBack();
  }, [page, sdk]);
  return (
    <>
      <h1>The {page} page</h1>
      <button type="button" onClick={() => setPage('second')}>
        On
      </button>
      <button type="button" onClick={() => sdk.lockSwipe()}>
        Lock the swipe
      </button>
      <TonConnectButton />
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <TonConnectUIProvider
      manifestUrl={`${location.origin}/tonconnect-manifest.json`}
      walletsListSource={`${location.origin}/wallets.json`}
    >
      <App sdk={sdk} />
    </TonConnectUIProvider>
  </StrictMode>,
);
