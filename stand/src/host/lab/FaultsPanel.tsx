import { Button } from '../../controls/Button';
import { Choice } from '../../controls/Choice';
import { TextSetting } from '../../controls/TextSetting';
import { CHOICES, DEFAULTS, isAllowed, type Settings } from '../settings';
import styles from './Lab.module.css';

/** Effects of the bridge's faults for a user of the app. */
const MEANING: Record<Settings['bridge'], string> = {
  none: 'Requests and answers pass at once.',
  slow: 'Each message is taken five seconds after it was sent.',
  silent: 'Connections are taken and never answered, as by a provider that swallows them.',
  refused: 'Connections break at once, as where a provider blocks the host.',
  cut: 'What listens is cut off every three seconds and has to come back.',
  error: 'Everything is answered with 500.',
  lost: 'Messages are acknowledged and go nowhere: the other side never hears.',
};

type Props = { settings: Settings; onChange(change: Partial<Settings>): void };

/** Settings that make the connections between app, wallet and Telegram fail. */
export function FaultsPanel({ settings, onChange }: Props) {
  const { bridge, half, net, seed } = settings;
  const well = bridge === 'none' && half === 'all' && net === 'normal' && seed === DEFAULTS.seed;
  return (
    <div className={styles.form}>
      <h3 className={styles.title}>The bridge between app and wallet</h3>
      <div className={styles.fields}>
        <Choice
          label="Bridge"
          hint="The real bridge of this server fails so, for every page and phone that uses it."
          value={bridge}
          choices={CHOICES.bridge}
          onChoose={(chosen) => onChange({ bridge: chosen })}
        />
        <Choice
          label="What fails"
          hint="App and wallet receive by a stream and send by single messages: both can fail by themselves."
          value={half}
          choices={CHOICES.half}
          onChoose={(chosen) => onChange({ half: chosen })}
        />
      </div>
      <p className={styles.lead}>{MEANING[bridge]}</p>
      <h3 className={styles.title}>Telegram&apos;s replies to the app</h3>
      <div className={styles.fields}>
        <Choice
          label="Replies"
          hint="What Telegram answers the app can come late or never."
          value={net}
          choices={CHOICES.net}
          onChoose={(chosen) => onChange({ net: chosen })}
        />
        <TextSetting
          label="Chance begins with"
          hint="The same number loses and delays the same replies each time, so that a failure can be shown again."
          value={seed}
          placeholder={DEFAULTS.seed}
          rule="A number"
          allows={(text) => isAllowed('seed', text)}
          onChange={(chosen) => onChange({ seed: chosen })}
        />
      </div>
      <div className={styles.row}>
        <Button
          small
          disabled={well}
          onClick={() =>
            onChange({ bridge: 'none', half: 'all', net: 'normal', seed: DEFAULTS.seed })
          }
        >
          Everything works again
        </Button>
      </div>
      <p className={styles.lead}>
        How the wallet itself fails is set in the wallet, under “Behaviour”.
      </p>
    </div>
  );
}
