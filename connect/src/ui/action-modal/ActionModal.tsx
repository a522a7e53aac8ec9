import { type ReactNode, useEffect, useState } from 'react';
import { isWaiting } from '../../actions/action-lifecycle.js';
import { useOnline } from '../../device/use-online.js';
import { buttonWords } from '../../language/menu-words.js';
import { useUiState } from '../../store/use-ui-selector.js';
import type { ActionState } from '../../types/action.js';
import type { Internals } from '../../types/internals.js';
import { Button } from '../controls/Button.js';
import { explorerUrl } from '../explorer.js';
import { useRequestWords } from '../request-words.js';
import { Screen } from '../sheet/Screen.js';
import { useSheet } from '../sheet/sheet-context.js';
import { TestnetBadge } from '../testnet/TestnetBadge.js';
import { walletName } from '../words.js';
import { ActionIcon } from './ActionIcon.js';
import * as styles from './action-modal.module.css';
import { askedInWords, wordsOf } from './action-words.js';
import { TimedIcon } from './TimedIcon.js';

/** A request that waits for the wallet, or what has become of it. */
export function ActionModal({ internals, action }: { internals: Internals; action: ActionState }) {
  const words = useRequestWords();
  const chosen = useUiState(internals);
  const { titleId, dismiss } = useSheet();
  // Its text depends on the network.
  useOnline();
  const ofButton = buttonWords(chosen);
  const name = walletName(action.wallet, words);
  const { title, text } = wordsOf(action, name, words);
  const asked = askedInWords(action.asked, chosen.address, chosen.language, words);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is news where a request stood.
  useEffect(() => {
    document.getElementById(titleId)?.focus({ preventScroll: true });
  }, [titleId, action.name]);

  const waiting = isWaiting(action);
  return (
    <Screen key={action.name} title={title}>
      <div className={styles.wallet}>
        {waiting && action.time ? (
          <TimedIcon key={action.id} action={action} time={action.time} name={name} size={56} />
        ) : (
          <>
            <ActionIcon action={action} name={name} size={56} />
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

/** Waits until the wallet has something to show; then each press opens it, inside the press. */
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
