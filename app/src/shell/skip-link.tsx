import { t } from '../words';

/**
 * First tab stop: skips the header. It is a button because a link to `#main` would overwrite
 * Telegram's parameters in the address.
 */
export function SkipLink() {
  return (
    <button
      type="button"
      className="skip-link"
      onClick={() => document.getElementById('main')?.focus()}
    >
      {t('Перейти к содержимому')}
    </button>
  );
}
