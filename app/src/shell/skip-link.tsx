import { t } from '../words';

/**
 * First stop of the keyboard: past the header. A button, because a link to `#main` would overwrite
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
