import { Button } from '../../controls/Button';
import { Choice } from '../../controls/Choice';
import { TextSetting } from '../../controls/TextSetting';
import { CHOICES, DEFAULTS, isAllowed, type Settings } from '../settings';
import styles from './Lab.module.css';

/** Effects of the bridge's faults for a user of the app. */
const MEANING: Record<Settings['bridge'], string> = {
  none: 'The bridge works: messages arrive at once.',
  slow: 'Each message arrives five seconds late.',
  silent: 'The bridge accepts connections and never answers.',
  refused: 'Connections fail at once, as if a provider blocked the host.',
  cut: 'The bridge closes every stream after three seconds.',
  error: 'The bridge answers every request with 500.',
  lost: 'The bridge accepts messages and never delivers them.',
};

type Props = { settings: Settings; onChange(change: Partial<Settings>): void };

/** Settings that make the connections between app, wallet and Telegram fail. */
export function FaultsPanel({ settings, onChange }: Props) {
  const { bridge, half, net, seed } = settings;
  const well = bridge === 'none' && half === 'all' && net === 'normal' && seed === DEFAULTS.seed;
  return (
    <div className={styles.form}>
      <h3 className={styles.title}>Bridge between app and wallet</h3>
      <div className={styles.fields}>
        <Choice
          label="Bridge"
          hint="The fault of this server’s real bridge. It affects every page and phone that uses the bridge."
          value={bridge}
          choices={CHOICES.bridge}
          onChoose={(chosen) => onChange({ bridge: chosen })}
        />
        <Choice
          label="Affected"
          hint="Apps and wallets receive by a stream and send single messages. You can make only one of them fail."
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
          hint="Whether Telegram’s replies to the app are late or dropped."
          value={net}
          choices={CHOICES.net}
          onChoose={(chosen) => onChange({ net: chosen })}
        />
        <TextSetting
          label="Random seed"
          hint="The same seed drops and delays the same replies, so that you can repeat a failure."
          value={seed}
          placeholder={DEFAULTS.seed}
          rule="A number of at most 9 digits"
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
          Remove all faults
        </Button>
      </div>
      <p className={styles.lead}>To make the wallet fail, open “Behaviour” in the wallet.</p>
    </div>
  );
}
