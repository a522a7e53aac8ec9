import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { Session } from '@prichal/session';
import { useSession } from '@prichal/session/react';
import { signInWithInitData } from '@prichal/telegram/session';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/* An app with signed-in users. Its address selects its options. */

const wants = new URLSearchParams(location.search);

const session = new Session({
  cookie: wants.has('cookie'),
  telegram: signInWithInitData,
});

/** A wallet that is not in the public list. */
const devWallet = {
  appName: 'prichal-dev',
  name: 'Dev Wallet',
  imageUrl: `${location.origin}/stand/dev-wallet.svg`,
  aboutUrl: `${location.origin}/stand/wallet/`,
  universalLink: `${location.origin}/stand/wallet/`,
  bridgeUrl: `${location.origin}/bridge`,
  platforms: ['ios', 'android', 'macos', 'windows', 'linux', 'chrome', 'firefox', 'safari'],
} as const;

function Visitor() {
  const { status, user, session: known, error, signIn, signOut, link, fetch } = useSession(session);
  const [asked, setAsked] = useState('');
  const ask = async () => {
    const answer = await fetch('/auth/session');
    const { user } = (await answer.json()) as { user?: { sub: string } };
    setAsked(`${answer.status} ${user?.sub}`);
  };
  return (
    <>
      <output aria-label="Status">{status}</output>
      <output aria-label="User">{user?.sub}</output>
      <output aria-label="Wallets">{user?.wallets.map(({ address }) => address).join(' ')}</output>
      <output aria-label="By">{known?.amr.join(' ')}</output>
      <output aria-label="Error">{error?.code}</output>
      <output aria-label="Asked">{asked}</output>
      <button type="button" onClick={() => void signIn()}>
        Sign in
      </button>
      <button type="button" onClick={() => void link()}>
        Link
      </button>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <TonConnectUIProvider
        manifestUrl={`${location.origin}/tonconnect-manifest.json`}
        walletsListConfiguration={{
          includeWallets: [{ ...devWallet, platforms: [...devWallet.platforms] }],
        }}
      >
        <header>
          <TonConnectButton />
        </header>
        <Visitor />
      </TonConnectUIProvider>
    </StrictMode>,
  );
}
