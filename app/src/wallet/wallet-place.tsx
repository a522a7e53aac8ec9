import { lazy, Suspense } from 'react';
import { loadWithRetry } from '../shell/load-with-retry';
import { t } from '../words';

/**
 * Shown instead of the widget if its code fails to load after several attempts. The rest of the app
 * works.
 */
function NoWallet() {
  return (
    <button type="button" className="chip" onClick={() => location.reload()}>
      {t('Повторить загрузку')}
    </button>
  );
}

/**
 * The widget's code loads in parallel with the bundle, so that the shell and its links do not wait
 * for it.
 */
const WalletButton = lazy(() =>
  loadWithRetry(() => import('./wallet-button')).catch(() => ({ default: NoWallet })),
);

/** The skeleton's button. The same element is reused, so that a press on it stays visible. */
const standing = document.querySelector('.connect-skeleton');

function StandingButton() {
  return <div ref={(place) => void (standing && place?.append(standing))} />;
}

/** The wallet button's place in the header. */
export function WalletPlace() {
  return (
    <Suspense fallback={<StandingButton />}>
      <WalletButton />
    </Suspense>
  );
}
