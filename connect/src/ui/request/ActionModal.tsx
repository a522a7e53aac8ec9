import { type ReactNode, useEffect, useState } from 'react';
import type { StateView } from '../../core/internals.js';
import { buttonWords } from '../../core/language/menu-words.js';
import { isWaiting } from '../../core/requests/action-lifecycle.js';
import type { ActionState } from '../../core/state.js';
import { useUiState } from '../../core/store.js';
import { Button } from '../controls/Button.js';
import { explorerUrl, TestnetBadge } from '../controls/TestnetBadge.js';
import { Screen } from '../sheet/Screen.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useOnline } from '../use-device.js';
import { walletName } from '../words.js';
import { ActionIcon } from './ActionIcon.js';
import * as styles from './action-modal.module.css';
import { askedInWords, wordsOf } from './action-words.js';
import { useRequestWords } from './request-words.js';

/** The screen of a pending request or of its result. */
export function ActionModal({ internals, action }: { internals: StateView; action: ActionState }) {
  const words = useRequestWords();
  const chosen = useUiState(internals);
  const { titleId, dismiss } = useSheet();
  // Its text depends on the network.
  useOnline();
  const ofButton = buttonWords(chosen);
  const name = walletName(action.wallet, words);
  const { title, text } = wordsOf(action, name, words);
  const asked = askedInWords(action.asked, chosen.address, chosen.language, words);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a result that replaces its request takes the focus.
  useEffect(() => {
    document.getElementById(titleId)?.focus({ preventScroll: true });
  }, [titleId, action.name]);

  // Empty after the first change. Every later screen fades in, even one of the first kind.
  const [first, setFirst] = useState<string>(action.name);
  if (first && first !== action.name) setFirst('');
  const waiting = isWaiting(action);
  return (
    <Screen key={action.name} title={title} data-travel={first && undefined}>
      <div className={styles.wallet}>
        {waiting && action.time ? (
          <TimedIcon key={action.id} action={action} time={action.time} name={name} />
        ) : (
          <>
            <ActionIcon action={action} name={name} />
            <span>{name}</span>
          </>
        )}
        <TestnetBadge wallet={action.wallet} words={ofButton} />
      </div>
      {(asked.amount || asked.details) && (
        <div className={styles.asked}>
          {asked.amount && <p className={styles.amount}>{asked.amount}</p>}
          {asked.details && <p>{asked.details}</p>}
        </div>
      )}
      <p className={styles.text} aria-live="polite">
        {text}
      </p>
      {!waiting && (
        <Button kind="primary" onClick={dismiss}>
          {words.gotIt}
        </Button>
      )}
      {action.retry && (
        <Button kind="primary" onClick={action.retry}>
          {words.retry}
        </Button>
      )}
      {action.openWallet && !action.retry && (waiting || action.name === 'transaction-sent') && (
        <OpenWallet key={action.id} action={action} open={action.openWallet} name={name} />
      )}
      {action.name === 'transaction-sent' && chosen.address && (
        <Button kind="plain" href={explorerUrl(chosen.address)}>
          {ofButton.explorer}
        </Button>
      )}
      {waiting && <Button onClick={dismiss}>{words.cancel}</Button>}
    </Screen>
  );
}

type OpenProps = { action: ActionState; open: () => boolean; name: string };

/** The button that opens the wallet. It is busy until the wallet has the request. */
function OpenWallet({ action, open, name }: OpenProps): ReactNode {
  const words = useRequestWords();
  const [pressed, setPressed] = useState(false);
  const again = pressed || action.opened;
  return (
    <Button
      kind={isWaiting(action) ? 'primary' : 'secondary'}
      busy={!action.sent}
      onClick={() => setPressed(open())}
    >
      {again ? words.wallet.openAgain(name) : words.wallet.open(name)}
    </Button>
  );
}

type Props = {
  action: ActionState;
  time: NonNullable<ActionState['time']>;
  name: string;
};

const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** The wallet's picture with the remaining time of a request: a ring around it, and minutes below. */
function TimedIcon({ action, time: { from, until }, name }: Props) {
  const { request } = useRequestWords();
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <>
      <ActionIcon
        action={action}
        name={name}
        left={Math.min(1, (seconds * 1000) / (until - from))}
      />
      <span>{name}</span>
      {/* A screen reader can read a timer, but does not announce its changes. */}
      <span role="timer" className={styles.time}>
        {request.timeLeft(minutes)}
      </span>
    </>
  );
}
