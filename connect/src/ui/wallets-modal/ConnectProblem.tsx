import type { WalletInfo } from '@tonconnect/sdk';
import type { ReactNode } from 'react';
import type { ConnectFailure } from '../../connection/attempt.js';
import type { Core } from '../../controller/core.js';
import { isObject } from '../../device/storage.js';
import type { Dictionary } from '../../language/en.js';
import { findWallet } from '../../wallets/wallet-info.js';
import { Button } from '../controls/Button.js';
import { LinkButton } from '../controls/LinkButton.js';
import { Icon } from '../icons/Icon.js';
import { ALERT } from '../icons/shapes.js';
import { useWords } from '../words.js';
import styles from './wallets-modal.module.css';

type Props = {
  core: Core;
  failure: ConnectFailure;
  /** The wallet that was picked; null behind a code that any may have scanned. */
  wallet: WalletInfo | null;
  onRetry: () => void;
  /** Further ways out. */
  children?: ReactNode;
};

/** What went wrong, and the ways out. The wallet stays on the screen around it. */
export function ConnectProblem({ core, failure, wallet, onRetry, children }: Props) {
  const words = useWords();
  const answered = wallet ?? walletThatAnswered(core, failure);
  const name = answered?.name ?? words.yourWallet;
  return (
    <div className={styles.problem} role="alert">
      <span className={styles.problemIcon}>
        <Icon shape={ALERT} />
      </span>
      <p className={styles.problemText}>{textOf(failure, name, words)}</p>
      <div className={styles.actions}>
        <Button onClick={onRetry}>{words.retry}</Button>
        {failure.kind === 'missing-features' && answered?.aboutUrl && (
          <LinkButton href={answered.aboutUrl}>{words.wallet.update(name)}</LinkButton>
        )}
        {children}
      </div>
    </div>
  );
}

function textOf({ kind }: ConnectFailure, name: string, { wallet: words }: Dictionary): string {
  switch (kind) {
    case 'declined':
      return words.declined;
    case 'missing-features':
      return words.missingFeatures(name);
    case 'wrong-network':
      return words.wrongNetwork(name);
    case 'not-injected':
      return words.noExtension(name);
    case 'other':
      return words.failed(name);
  }
}

/** A wallet that lacks a feature says who it is; others that fail do not. */
function walletThatAnswered(core: Core, { error }: ConnectFailure): WalletInfo | undefined {
  const cause = error.cause;
  const event = isObject(cause) ? cause.connectEvent : undefined;
  const device = isObject(event) ? event.device : undefined;
  const appName = isObject(device) ? device.appName : undefined;
  return typeof appName === 'string'
    ? findWallet(core.store.get().listed ?? [], appName)
    : undefined;
}
