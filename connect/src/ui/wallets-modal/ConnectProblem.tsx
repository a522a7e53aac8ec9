import type { WalletInfo } from '@tonconnect/sdk';
import type { ReactNode } from 'react';
import type { ConnectFailure } from '../../connection/attempt.js';
import { isObject } from '../../device/storage.js';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import { isNamed } from '../../wallets/wallet-info.js';
import { Button } from '../controls/Button.js';
import { LinkButton } from '../controls/LinkButton.js';
import { useWords } from '../words.js';
import { Portrait } from './Portrait.js';
import styles from './wallets-modal.module.css';

type Props = {
  wallets: readonly SheetWallet[] | null;
  /** Null: the wallet lacks what is required, and nobody asked it. */
  failure: ConnectFailure | null;
  /** The wallet that was picked; null behind a code that any may have scanned. */
  wallet: WalletInfo | null;
  onRetry: () => void;
  onChooseAnother: () => void;
  /** A further way out. */
  children?: ReactNode;
};

/** What went wrong, and the ways out. The wallet stays on the screen. */
export function ConnectProblem({
  wallets,
  failure,
  wallet: picked,
  onRetry,
  onChooseAnother,
  children,
}: Props) {
  const words = useWords();
  const appName = picked?.appName ?? nameOfAnswer(failure);
  const entry = wallets?.find(({ wallet }) => isNamed(wallet, appName));
  const wallet = picked ?? entry?.wallet ?? null;
  const { name = words.yourWallet, aboutUrl } = wallet ?? {};
  const kind = kindOf(failure, entry);
  const texts: Record<typeof kind, string> = {
    declined: words.wallet.declined,
    'missing-features': words.wallet.missingFeatures(name),
    'wrong-network': words.wallet.wrongNetwork(name),
    'not-injected': words.wallet.noExtension(name),
    'not-supported': words.wallet.notSupported(name),
    'not-found': words.wallet.notFound,
    other: words.wallet.failed(name),
  };
  return (
    <div className={styles.problem} role="alert">
      <Portrait wallet={wallet} alert />
      <p>{texts[kind]}</p>
      <div className={styles.actions}>
        {kind === 'not-supported' ? (
          <Button kind="primary" focusKey="another" onClick={onChooseAnother}>
            {words.wallet.chooseAnother}
          </Button>
        ) : (
          <Button onClick={onRetry}>{words.retry}</Button>
        )}
        {aboutUrl && kind === 'missing-features' && (
          <LinkButton href={aboutUrl}>{words.wallet.update(name)}</LinkButton>
        )}
        {aboutUrl && kind === 'not-injected' && (
          <LinkButton href={aboutUrl}>{words.wallet.get(name)}</LinkButton>
        )}
        {children}
      </div>
    </div>
  );
}

/** A wallet that lacks a feature by its list entry, too, has no update that would help. */
function kindOf(
  failure: ConnectFailure | null,
  entry: SheetWallet | undefined,
): ConnectFailure['kind'] | 'not-supported' | 'not-found' {
  if (!failure) return 'not-supported';
  if (failure.kind !== 'missing-features') return failure.kind;
  if (!entry) return 'not-found';
  return entry.support === 'lacks-required' ? 'not-supported' : 'missing-features';
}

/** A wallet that lacks a feature says who it is; others that fail do not. */
function nameOfAnswer(failure: ConnectFailure | null): string {
  const cause = failure?.error.cause;
  const event = isObject(cause) ? cause.connectEvent : undefined;
  const device = isObject(event) ? event.device : undefined;
  return isObject(device) ? String(device.appName) : '';
}
