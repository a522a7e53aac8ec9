import type { WalletInfo } from '@tonconnect/sdk';
import type { ReactNode } from 'react';
import { isWalletConnect } from '../../wallets/wallet-connect.js';
import { inPage, type Way } from '../../wallets/ways-to-wallet.js';
import { Button } from '../controls/Button.js';
import { useWords } from '../words.js';
import { Portrait } from './Portrait.js';
import * as styles from './wallets-modal.module.css';

type Props = {
  wallet: WalletInfo;
  way: Exclude<Way, 'qr'>;
  /** Whether it has been opened already. */
  opened: boolean;
  /** Whether it can be opened by now. */
  ready: boolean;
  onOpen: () => void;
  onRetry: () => void;
  /** A further way out. */
  children: ReactNode;
};

/** A wallet on this device: the visitor goes on in its app, its program or its extension. */
export function WalletHere({ wallet, way, opened, ready, onOpen, onRetry, children }: Props) {
  const { wallet: words, retry } = useWords();
  const { name, aboutUrl } = wallet;
  const extension = way === 'extension';
  const missing = extension && !inPage(wallet);
  const state = missing
    ? words.problem['not-injected'](name)
    : (extension || opened) && !isWalletConnect(wallet)
      ? words.goOn[way](name)
      : ready
        ? ''
        : words.preparing;
  return (
    <>
      <Portrait wallet={wallet} />
      <p className={styles.state} role="status">
        {state}
      </p>
      <div className={styles.actions}>
        {!extension && (
          <Button kind="primary" disabled={!ready} onClick={onOpen}>
            {words[opened ? 'openAgain' : 'open'](name)}
          </Button>
        )}
        {extension && !missing && <Button onClick={onRetry}>{retry}</Button>}
        {children}
        {aboutUrl && (missing || !extension) && (
          <Button kind={missing ? 'primary' : 'plain'} href={aboutUrl}>
            {words.get(name)}
          </Button>
        )}
      </div>
    </>
  );
}
