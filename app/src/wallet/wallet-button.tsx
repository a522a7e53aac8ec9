import { THEME, TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { useTheme } from '@prichal/telegram/react';
import { useEffect } from 'react';
import { pageWindow } from '../start/page-window';
import '../styles/widget.css';

/**
 * Manifest and wallets list come from our own origin, so the app requests nothing from third
 * parties.
 */
const MANIFEST_URL = `${location.origin}/tonconnect-manifest.json`;
const WALLETS_LIST_URL = `${location.origin}/wallets-v2.json`;

/** Repeats a press on the skeleton's button. */
function replayPress(): void {
  if (pageWindow().prichalPage?.pressed !== 'connect') return;
  const button = document.querySelector<HTMLElement>('#ton-connect-button button');
  // The press had focus here. The wallet dialog returns focus to it.
  button?.focus({ preventScroll: true });
  button?.click();
}

/**
 * The wallet widget, the only module of the app that uses it. Its colours are set in
 * styles/widget.css.
 */
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
