import { THEME, TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { useTheme } from '@prichal/telegram/react';
import { Account } from './Account';
import { language } from './texts';
import { Wallet } from './Wallet';

/** Wallets download the manifest, so its address is absolute. */
const manifestUrl = new URL('tonconnect-manifest.json', document.baseURI).href;
/** The app's own list. Without it, the widget downloads the public one. */
const walletsListSource = new URL('wallets-v2.json', document.baseURI).href;

export function App() {
  const { isDark } = useTheme();
  return (
    <TonConnectUIProvider
      manifestUrl={manifestUrl}
      walletsListSource={walletsListSource}
      language={language}
      uiPreferences={{ theme: isDark ? THEME.DARK : THEME.LIGHT }}
    >
      <header>
        <h1>{document.title}</h1>
        <TonConnectButton />
      </header>
      <main>
        <Wallet />
        <Account />
      </main>
    </TonConnectUIProvider>
  );
}
