import { THEME, TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { launchUser } from '@prichal/telegram';
import { useTheme } from '@prichal/telegram/react';
import { widgetLanguage } from './widget-language';

/** The wallets list comes from our own origin, and nothing is asked of anybody else's. */
const MANIFEST_URL = `${location.origin}/tonconnect-manifest.json`;
const WALLETS_LIST_URL = `${location.origin}/wallets-v2.json`;

/** The widget: all of it that the app knows. */
export default function WalletButton() {
  const { isDark } = useTheme();
  return (
    <TonConnectUIProvider
      manifestUrl={MANIFEST_URL}
      walletsListSource={WALLETS_LIST_URL}
      language={widgetLanguage(launchUser('language_code'))}
      uiPreferences={{ theme: isDark ? THEME.DARK : THEME.LIGHT }}
    >
      <TonConnectButton />
    </TonConnectUIProvider>
  );
}
