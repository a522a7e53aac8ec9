import type { WalletInfo } from '@prichal/sdk';
import { CHAIN } from '@prichal/sdk';
import type { ReactNode } from 'react';
import type { ConnectFailure } from '../../core/connection/connector.js';
import { isObject } from '../../core/objects.js';
import type { SheetWallet } from '../../core/wallets/sheet-wallets.js';
import { isNamed, isTelegramWallet } from '../../core/wallets/wallet-info.js';
import { isWalletConnect } from '../../core/wallets/ways-to-wallet.js';
import type { SheetWords } from '../../words/dictionaries/en.js';
import { Button } from '../controls/Button.js';
import { listedName, useWords } from '../words.js';
import { Problem } from './Problem.js';
import type { ScreenProps } from './screens.js';

type Props = Pick<ScreenProps, 'wallets' | 'navigate'> & {
  /** Null if the wallet lacks a required feature and got no request. */
  failure: ConnectFailure | null;
  /** The picked wallet. Null for a QR code that any wallet can scan. */
  picked: WalletInfo | null;
  onRetry: () => void;
  /** An additional button. */
  children?: ReactNode;
};

/** The reason of a failed connection, and the buttons to continue. The wallet stays on the screen. */
export function ConnectProblem({ wallets, navigate, failure, picked, onRetry, children }: Props) {
  const words = useWords();
  const answered = picked?.name ?? nameOfAnswer(failure);
  const entry = wallets?.find(({ wallet }) => isNamed(wallet, answered));
  const wallet = picked ?? entry?.wallet;
  const name = wallet ? listedName(wallet, words) : words.yourWallet;
  const through = picked && isWalletConnect(picked);
  const found = kindOf(failure, entry);
  // The SDK reports every failure of WalletConnect as a rejection.
  const kind = through && found === 'declined' ? 'other' : found;
  // In these cases a retry does not help, but a new version or the extension does.
  const page = kind === 'missing-features' || kind === 'not-injected' ? wallet?.aboutUrl : '';
  const install = wallet && !isTelegramWallet(wallet) ? page : '';
  const another = kind === 'not-supported';
  return (
    <Problem wallet={wallet} text={textOf(kind, failure, name, words)}>
      {install && (
        <Button kind="primary" href={install}>
          {words.wallet[kind === 'not-injected' ? 'get' : 'update'](name)}
        </Button>
      )}
      {!another && (
        <Button kind={install ? 'secondary' : 'primary'} onClick={onRetry}>
          {words.retry}
        </Button>
      )}
      {(another || through) && (
        <Button
          kind={another ? 'primary' : 'secondary'}
          focusKey="another"
          onClick={() => navigate.push({ name: 'all' }, 'another')}
        >
          {words.wallet.chooseAnother}
        </Button>
      )}
      {children}
    </Problem>
  );
}

/** Returns the text of a problem. For a wrong network, it has the required network of the SDK's error. */
function textOf(
  kind: Kind,
  failure: ConnectFailure | null,
  name: string,
  { wallet }: SheetWords,
): string {
  const cause = failure?.error.cause;
  const wanted = kind === 'wrong-network' && isObject(cause) ? cause.expectedChainId : null;
  if (wanted === CHAIN.MAINNET) return wallet.toMainNetwork(name);
  if (wanted === CHAIN.TESTNET) return wallet.toTestNetwork(name);
  return wallet.problem[kind](name);
}

type Kind = ConnectFailure['kind'] | 'not-supported' | 'not-found';

/** Returns the kind of a problem. If the list entry lacks the missing feature too, an update does not help. */
function kindOf(failure: ConnectFailure | null, entry: SheetWallet | undefined): Kind {
  if (!failure) return 'not-supported';
  if (failure.kind !== 'missing-features') return failure.kind;
  if (!entry) return 'not-found';
  return entry.support === 'lacks-required' ? 'not-supported' : 'missing-features';
}

/** Returns the `appName` of the wallet that answered. Only the error of a missing feature has it. */
function nameOfAnswer(failure: ConnectFailure | null): string {
  const cause = failure?.error.cause;
  const event = isObject(cause) ? cause.connectEvent : undefined;
  const device = isObject(event) ? event.device : undefined;
  return isObject(device) ? String(device.appName) : '';
}
