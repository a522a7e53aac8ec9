import { lazy, Suspense } from 'react';
import { loadWithRetry } from '../shell/load-with-retry';
import { t } from '../words';

/** In place of a widget that could not be had, after several tries: the rest of the app goes on. */
function NoWallet() {
  return (
    <button type="button" className="chip" onClick={() => location.reload()}>
      {t('Повторить загрузку')}
    </button>
  );
}

/** The widget's code comes beside the bundle, not in it: the shell and its links do not wait for it. */
const WalletButton = lazy(() =>
  loadWithRetry(() => import('./wallet-button')).catch(() => ({ default: NoWallet })),
);

/** The skeleton's button: the same element, so that a press that it has heard goes on showing. */
const standing = document.querySelector('.connect-skeleton');

function StandingButton() {
  return <div ref={(place) => void (standing && place?.append(standing))} />;
}

/** Where the wallet's button is, in the header. */
export function WalletPlace() {
  return (
    <Suspense fallback={<StandingButton />}>
      <WalletButton />
    </Suspense>
  );
}
