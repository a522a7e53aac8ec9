import { THEME, TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { useTheme } from '@prichal/telegram/react';
import { useEffect } from 'react';
import { pageWindow } from '../start/page-window';
import '../styles/widget.css';

/** The wallets list comes from our own origin, and nothing is asked of anybody else's. */
const MANIFEST_URL = `${location.origin}/tonconnect-manifest.json`;
const WALLETS_LIST_URL = `${location.origin}/wallets-v2.json`;

/** Follows a press that the skeleton has heard. */
function replayPress(): void {
  if (pageWindow().prichalPage?.pressed !== 'connect') return;
  const button = document.querySelector<HTMLElement>('#ton-connect-button button');
  // Where the finger or the keyboard was; the sheet gives it back.
  button?.focus({ preventScroll: true });
  button?.click();
}

/** The widget: all of it that the app knows. Its colours are the page's: styles/widget.css. */
export default function WalletButton() {
  const { isDark } = useTheme();
  useEffect(replayPress, []);
  return (
    <TonConnectUIProvider
      manifestUrl={MANIFEST_URL}
      walletsListSource={WALLETS_LIST_URL}
      language={document.documentElement.lang}
      uiPreferences={{ theme: isDark ? THEME.DARK : THEME.LIGHT }}
    >
      <TonConnectButton />
    </TonConnectUIProvider>
  );
}
