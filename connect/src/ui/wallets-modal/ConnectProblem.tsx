import type { WalletInfo } from '@tonconnect/sdk';
import type { ReactNode } from 'react';
import type { ConnectFailure } from '../../types/connection.js';
import { isObject } from '../../types/plain-object.js';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import { isWalletConnect } from '../../wallets/wallet-connect.js';
import { isNamed } from '../../wallets/wallet-info.js';
import { Button } from '../controls/Button.js';
import { useWords } from '../words.js';
import { Problem } from './Problem.js';
import type { ScreenProps } from './screens.js';

type Props = Pick<ScreenProps, 'wallets' | 'navigate'> & {
  /** Null: the wallet lacks what is required, and nobody asked it. */
  failure: ConnectFailure | null;
  /** The wallet that was picked; null behind a code that any may have scanned. */
  picked: WalletInfo | null;
  onRetry: () => void;
  /** A further way out. */
  children?: ReactNode;
};

/** Why there is no connection, and the ways out. The wallet stays on the screen. */
export function ConnectProblem({ wallets, navigate, failure, picked, onRetry, children }: Props) {
  const words = useWords();
  const answered = picked?.name ?? nameOfAnswer(failure);
  const entry = wallets?.find(({ wallet }) => isNamed(wallet, answered));
  const wallet = picked ?? entry?.wallet;
  const { name = words.yourWallet, aboutUrl } = wallet ?? {};
  const through = picked && isWalletConnect(picked);
  const found = kindOf(failure, entry);
  // The SDK reports every failure of WalletConnect as a refusal.
  const kind = through && found === 'declined' ? 'other' : found;
  return (
    <Problem wallet={wallet} text={words.wallet.problem[kind](name)}>
      {kind !== 'not-supported' && <Button onClick={onRetry}>{words.retry}</Button>}
      {(kind === 'not-supported' || through) && (
        <Button
          kind={through ? 'secondary' : 'primary'}
          focusKey="another"
          onClick={() => navigate.push({ name: 'all' }, 'another')}
        >
          {words.wallet.chooseAnother}
        </Button>
      )}
      {aboutUrl && (kind === 'missing-features' || kind === 'not-injected') && (
        <Button href={aboutUrl}>
          {words.wallet[kind === 'not-injected' ? 'get' : 'update'](name)}
        </Button>
      )}
      {children}
    </Problem>
  );
}

/**
 * An update can help a wallet whose list entry has the missing feature; one whose entry lacks it
 * too is not supported.
 */
function kindOf(
  failure: ConnectFailure | null,
  entry: SheetWallet | undefined,
): ConnectFailure['kind'] | 'not-supported' | 'not-found' {
  if (!failure) return 'not-supported';
  if (failure.kind !== 'missing-features') return failure.kind;
  if (!entry) return 'not-found';
  return entry.support === 'lacks-required' ? 'not-supported' : 'missing-features';
}

/** The `appName` of the wallet that answered; only the error of a missing feature says it. */
function nameOfAnswer(failure: ConnectFailure | null): string {
  const cause = failure?.error.cause;
  const event = isObject(cause) ? cause.connectEvent : undefined;
  const device = isObject(event) ? event.device : undefined;
  return isObject(device) ? String(device.appName) : '';
}
