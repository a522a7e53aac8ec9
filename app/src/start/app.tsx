import { THEME, TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { launchParams } from '@prichal/telegram';
import { useTheme } from '@prichal/telegram/react';
import { StrictMode } from 'react';
import { type AppConfig, ConfigContext } from '../shell/config-context';
import { PageFrame } from '../shell/page-frame';
import { Shell } from '../shell/shell';
import { ErrorBoundary } from './error-boundary';
import { widgetLanguage } from './widget-language';

/** The wallets list comes from our own origin, and nothing is asked of anybody else's. */
const MANIFEST_URL = `${location.origin}/tonconnect-manifest.json`;
const WALLETS_LIST_URL = `${location.origin}/wallets-v2.json`;

export function App({ config }: { readonly config: AppConfig }) {
  const { isDark } = useTheme();
  return (
    <StrictMode>
      <ErrorBoundary>
        <ConfigContext value={config}>
          <TonConnectUIProvider
            manifestUrl={MANIFEST_URL}
            walletsListSource={WALLETS_LIST_URL}
            language={widgetLanguage(launchParams()?.user?.languageCode)}
            uiPreferences={{ theme: isDark ? THEME.DARK : THEME.LIGHT }}
          >
            <Shell connect={<TonConnectButton />}>
              <PageFrame />
            </Shell>
          </TonConnectUIProvider>
        </ConfigContext>
      </ErrorBoundary>
    </StrictMode>
  );
}
