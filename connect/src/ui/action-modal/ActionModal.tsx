import { type ReactNode, useEffect, useState } from 'react';
import type { Dictionary } from '../../dictionaries/en.js';
import { isWaiting } from '../../store/selectors.js';
import type { ActionState } from '../../types/action.js';
import { isWalletConnect } from '../../wallets/wallet-connect.js';
import { Button } from '../controls/Button.js';
import { Screen } from '../sheet/Screen.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useWords, walletName } from '../words.js';
import { ActionIcon } from './ActionIcon.js';
import * as styles from './action-modal.module.css';

/** A request that waits for the wallet, or what has become of it. */
export function ActionModal({ action }: { action: ActionState }) {
  const words = useWords();
  const { titleId, dismiss } = useSheet();
  const name = walletName(action.wallet, words);
  const { title, text } = wordsOf(action, name, words);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is news where a request stood.
  useEffect(() => {
    document.getElementById(titleId)?.focus({ preventScroll: true });
  }, [titleId, action.name]);

  const waiting = isWaiting(action);
  return (
    <Screen key={action.name} title={title}>
      <div className={styles.wallet}>
        <ActionIcon action={action} name={name} size={72} />
        <span>{name}</span>
      </div>
      <p className={styles.text}>{text}</p>
      {!waiting && (
        <Button kind="primary" onClick={dismiss}>
          {words.gotIt}
        </Button>
      )}
      {action.openWallet && (waiting || action.name === 'transaction-sent') && (
        <OpenWallet key={action.id} action={action} open={action.openWallet} name={name} />
      )}
      {waiting && <Button onClick={dismiss}>{words.cancel}</Button>}
    </Screen>
  );
}

type OpenProps = { action: ActionState; open: () => boolean; name: string };

/** Waits until the wallet has something to show; then each press opens it, inside the press. */
function OpenWallet({ action, open, name }: OpenProps): ReactNode {
  const words = useWords();
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

function wordsOf(
  { name: stage, wallet, openWallet }: ActionState,
  name: string,
  { action, toast }: Dictionary,
): { title: string; text: string } {
  if (stage !== 'confirm-transaction' && stage !== 'confirm-sign-data') return toast[stage];
  const where = openWallet
    ? 'here'
    : isWalletConnect(wallet.device)
      ? 'through'
      : wallet.provider === 'injected'
        ? 'extension'
        : 'elsewhere';
  return { title: action[stage], text: action[where](name) };
}
