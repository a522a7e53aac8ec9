import { t } from '../words';

/** The diamond of TON, as the widget draws it. */
const TON = 'M6.2 5.5h11.6c1 0 1.7 1.1 1.2 2L12 19.5 5 7.5c-.5-.9.2-2 1.2-2ZM12 5.5v13.6';

/**
 * The widget's button as it looks before the widget is there. It hears a press and keeps it
 * (start/skeleton-press.ts). Its unseen label keeps the width, as the widget's own does.
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
