import { GOOD_BEHAVIOUR, type WalletView } from '@prichal/dev-wallet/core';
import { type ReactNode, useState } from 'react';
import { Button } from '../../controls/Button';
import { Icon } from '../../controls/Icon';
import { REQUEST_MAKER } from '../PhoneBar';
import { DEFAULTS, type Settings } from '../settings';
import styles from './Lab.module.css';

const STEPS = ['connect', 'ask', 'fail'] as const;

type StepName = (typeof STEPS)[number];

/** Returns the steps that the user has finished since the page was opened. A step stays finished. */
export function useFinished(settings: Settings, wallet: WalletView): readonly StepName[] {
  const [finished, setFinished] = useState<readonly StepName[]>([]);
  const { bridge, net } = settings;
  const now = {
    connect: wallet.state.sessions.length > 0,
    ask: wallet.spoken.some(({ message }) => isSigningRequest(message)),
    fail:
      bridge !== DEFAULTS.bridge ||
      net !== DEFAULTS.net ||
      JSON.stringify(wallet.state.behaviour) !== JSON.stringify(GOOD_BEHAVIOUR),
  };
  const all = STEPS.filter((step) => now[step] || finished.includes(step));
  if (all.length > finished.length) setFinished(all);
  return all;
}

type Props = { finished: readonly StepName[]; onChange(change: Partial<Settings>): void };

/** Suggestions for first-time users. Finished steps have a tick, and the next one is marked. */
export function TryPanel({ finished, onChange }: Props) {
  const next = STEPS.find((step) => !finished.includes(step));
  return (
    <ol className={styles.steps}>
      <Step name="Connect" done={finished.includes('connect')} next={next === 'connect'}>
        Click the connect button in the app, choose any wallet, then click <b>Approve</b>.
      </Step>
      <Step
        name="Send a request"
        done={finished.includes('ask')}
        next={next === 'ask'}
        ways={[['Make requests in the phone', () => onChange({ path: REQUEST_MAKER })]]}
      >
        Send transactions and data to sign.
      </Step>
      <Step
        name="Break it"
        done={finished.includes('fail')}
        next={next === 'fail'}
        ways={[['Choose a fault', () => onChange({ panel: 'faults' })]]}
      >
        Make the bridge fail, or the wallet under <b>Behaviour</b>.
      </Step>
      <Step name="Read the log">
        Every message of Telegram, the wallet and the bridge. Click a line to open it.
      </Step>
      <Step
        name="Change the phone"
        ways={[
          ['Change Telegram', () => onChange({ panel: 'client' })],
          ['Open on a phone', () => onChange({ panel: 'device' })],
        ]}
      >
        Set the platform, the theme and the language, or use your own phone.
      </Step>
    </ol>
  );
}

function isSigningRequest(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    message.method !== 'disconnect'
  );
}

type StepProps = {
  name: string;
  done?: boolean;
  next?: boolean;
  ways?: readonly (readonly [words: string, go: () => void])[];
  children: ReactNode;
};

function Step({ name, done = false, next = false, ways = [], children }: StepProps) {
  return (
    <li className={styles.step} aria-current={next ? 'step' : undefined} data-done={done}>
      <p>
        <strong>{name}</strong>
        {done && (
          <span className={styles.done}>
            <Icon name="check" size={14} /> done
          </span>
        )}
        <br />
        {children}
      </p>
      {ways.length > 0 && (
        <div className={styles.row}>
          {ways.map(([words, go]) => (
            <Button key={words} small look={next ? 'main' : 'plain'} onClick={go}>
              {words}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
