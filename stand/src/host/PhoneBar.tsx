import styles from './PhoneBar.module.css';
import { DEFAULTS, type Settings } from './settings';

/** Path of the request maker. */
export const REQUEST_MAKER = '/stand/dapp/';

type Props = {
  settings: Settings;
  /** Whether a phone is drawn. A drawn phone can be turned. */
  drawn: boolean;
  onChange(change: Partial<Settings>): void;
};

/** Selects the app in the phone and the phone's orientation. */
export function PhoneBar({ settings, drawn, onChange }: Props) {
  const { path, turn, zoom, keyboard, size } = settings;
  const makes = path.startsWith(REQUEST_MAKER);
  const isPhone = drawn && size !== 'desktop';
  return (
    <div className={styles.bar}>
      <fieldset aria-label="App in the phone" className={styles.group}>
        <button
          type="button"
          className={styles.button}
          aria-pressed={!makes}
          title="The mini app that this server serves"
          onClick={() => makes && onChange({ path: DEFAULTS.path })}
        >
          Mini app
        </button>
        <button
          type="button"
          className={styles.button}
          aria-pressed={makes}
          title="An app that sends transactions and requests signatures, on the same connection"
          onClick={() => !makes && onChange({ path: REQUEST_MAKER })}
        >
          Request maker
        </button>
      </fieldset>
      {isPhone && (
        <fieldset aria-label="Phone" className={styles.group}>
          <button
            type="button"
            className={styles.button}
            aria-pressed={turn === 'landscape'}
            title="Switch between portrait and landscape"
            onClick={() => onChange({ turn: turn === 'landscape' ? 'portrait' : 'landscape' })}
          >
            Turn
          </button>
          <button
            type="button"
            className={styles.button}
            aria-pressed={keyboard === 'on'}
            title="Show the on-screen keyboard"
            onClick={() => onChange({ keyboard: keyboard === 'on' ? 'off' : 'on' })}
          >
            Keyboard
          </button>
          <button
            type="button"
            className={styles.button}
            aria-pressed={zoom === '100'}
            title="Real size. A phone that is too tall for the window becomes shorter."
            onClick={() => onChange({ zoom: zoom === '100' ? 'fit' : '100' })}
          >
            100 %
          </button>
        </fieldset>
      )}
    </div>
  );
}
