import { StrictMode } from 'react';
import { type AppConfig, ConfigContext } from '../shell/config-context';
import { PageFrame } from '../shell/page-frame';
import { Shell } from '../shell/shell';
import { WalletPlace } from '../wallet/wallet-place';
import { ErrorBoundary } from './error-boundary';

export function App({ config }: { readonly config: AppConfig }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <ConfigContext value={config}>
          <Shell connect={<WalletPlace />}>
            <PageFrame />
          </Shell>
        </ConfigContext>
      </ErrorBoundary>
    </StrictMode>
  );
}
