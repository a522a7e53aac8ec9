import type { ReactNode } from 'react';
import { Button } from '../../controls/Button';
import { REQUEST_MAKER } from '../PhoneBar';
import type { Settings } from '../settings';
import styles from './Lab.module.css';

type Props = { onChange(change: Partial<Settings>): void };

/** Suggestions for first-time users. */
export function TryPanel({ onChange }: Props) {
  return (
    <ol className={styles.steps}>
      <Step name="Connect">
        Press the app&apos;s connect button, choose any wallet and give its link to the dev wallet;
        approve there. It answers for all of them.
      </Step>
      <Step
        name="Ask for something"
        ways={[['Make requests in the phone', () => onChange({ path: REQUEST_MAKER })]]}
      >
        Put an app into the phone that sends transactions and asks for signatures.
      </Step>
      <Step name="Break it" ways={[['Choose a fault', () => onChange({ panel: 'faults' })]]}>
        A slow, silent or blocked bridge, lost replies. A wallet that declines, never answers or
        lacks features is set in the wallet, under “Behaviour”.
      </Step>
      <Step name="Read what happens">
        Below: Telegram&apos;s events, the wallet&apos;s messages decrypted, and what passes the
        bridge. Press a line for all of it.
      </Step>
      <Step
        name="Look elsewhere"
        ways={[
          ['Change Telegram', () => onChange({ panel: 'client' })],
          ['Open on a phone', () => onChange({ panel: 'device' })],
        ]}
      >
        iOS, Android, a desktop, dark themes, other languages; or your own phone.
      </Step>
    </ol>
  );
}

type StepProps = {
  name: string;
  ways?: readonly (readonly [words: string, go: () => void])[];
  children: ReactNode;
};

function Step({ name, ways = [], children }: StepProps) {
  return (
    <li>
      <div className={styles.step}>
        <p>
          <strong>{name}.</strong> {children}
        </p>
        {ways.length > 0 && (
          <div className={styles.row}>
            {ways.map(([words, go]) => (
              <Button key={words} small onClick={go}>
                {words}
              </Button>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}
