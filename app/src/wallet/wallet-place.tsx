import { lazy, Suspense } from 'react';
import { loadWithRetry } from '../shell/load-with-retry';
import { WalletSkeleton } from './wallet-skeleton';

/** In place of a widget that could not be had, after several tries: the rest of the app goes on. */
function NoWallet() {
  return (
    <button type="button" className="chip" onClick={() => location.reload()}>
      Загрузить кошелёк
    </button>
  );
}

/** The widget's code comes beside the bundle, not in it: the shell and its links do not wait for it. */
const WalletButton = lazy(() =>
  loadWithRetry(() => import('./wallet-button')).catch(() => ({ default: NoWallet })),
);

/** Where the wallet's button is, in the header. */
export function WalletPlace() {
  return (
    <Suspense fallback={<WalletSkeleton />}>
      <WalletButton />
    </Suspense>
  );
}
