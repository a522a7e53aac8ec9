import { t } from '../words';

/** The TON diamond, as drawn by the widget. */
const TON = 'M6.2 5.5h11.6c1 0 1.7 1.1 1.2 2L12 19.5 5 7.5c-.5-.9.2-2 1.2-2ZM12 5.5v13.6';

/**
 * The widget's button before the widget has loaded. It keeps a press for the widget
 * (start/skeleton-press.ts). Its hidden label fixes the width, as in the widget's button.
 */
export function WalletSkeleton() {
  const words = t('Подключить кошелёк');
  return (
    <button
      type="button"
      className="connect-skeleton"
      data-label={words}
      aria-label={words}
      aria-haspopup="dialog"
    >
      <span className="connect-face">
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          <path d={TON} />
        </svg>
        <span>{words}</span>
      </span>
    </button>
  );
}
