import type { WalletInfo } from '@prichal/sdk';
import { type ReactNode, useEffect, useState } from 'react';
import { isWalletConnect } from '../../wallets/wallet-connect.js';
import { isTelegramWallet } from '../../wallets/wallet-info.js';
import { inPage, type Way } from '../../wallets/ways-to-wallet.js';
import { Button } from '../controls/Button.js';
import { listedName, useWords } from '../words.js';
import { Portrait } from './Portrait.js';
import * as styles from './wallets-modal.module.css';

/** How long an extension may take before its window is spoken of, ms. */
const SILENT_MS = 10_000;

type Props = {
  wallet: WalletInfo;
  way: Exclude<Way, 'qr'>;
  /** Whether it has been opened already. */
  opened: boolean;
  /** Whether it can be opened by now. */
  ready: boolean;
  /** Whether its bridge cannot be reached. */
  lost: boolean;
  /** Whether the browser did not let it be opened. */
  blocked: boolean;
  onOpen: () => void;
  /** The visitor wants another wallet. */
  onAnother: () => void;
  /** A further way out. */
  children: ReactNode;
};

/** A wallet on this device: the visitor goes on in its app, its program or its extension. */
export function WalletHere(props: Props) {
  const { wallet, way, opened, ready, lost, blocked, onOpen, onAnother, children } = props;
  const all = useWords();
  const { wallet: words } = all;
  const name = listedName(wallet, all);
  const { aboutUrl } = wallet;
  const extension = way === 'extension';
  const missing = extension && !inPage(wallet);
  const waits = extension ? !missing : opened;
  const silent = useSilence(extension && waits && !isWalletConnect(wallet));
  const goesOn = !isWalletConnect(wallet) && (waits || (ready && !blocked));
  // In the order of what matters: each is true together with those below it.
  const state = missing
    ? words.problem['not-injected'](name)
    : lost && !extension
      ? words.unreached(name)
      : silent
        ? words.silent(name)
        : goesOn
          ? words.goOn[way](name)
          : blocked
            ? words.blocked(name)
            : ready
              ? ''
              : words.preparing;
  return (
    <>
      <Portrait wallet={wallet} waits={waits} />
      <p className={styles.state} role="status">
        {state}
      </p>
      <div className={styles.actions}>
        {!extension && (
          <Button kind="primary" disabled={!ready} onClick={onOpen}>
            {words[opened ? 'openAgain' : 'open'](name)}
          </Button>
        )}
        {/* Asking once more would queue a second request in the extension. */}
        {silent && (
          <Button focusKey="another" onClick={onAnother}>
            {words.chooseAnother}
          </Button>
        )}
        {children}
        {/* There is nothing to install where Telegram is. */}
        {aboutUrl && (missing || !extension) && !isTelegramWallet(wallet) && (
          <Button kind={missing ? 'primary' : 'plain'} href={aboutUrl}>
            {words.get(name)}
          </Button>
        )}
      </div>
    </>
  );
}

/** Whether `waits` has been true for so long that something should be said. */
function useSilence(waits: boolean): boolean {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setSilent(true), SILENT_MS);
    return () => {
      clearTimeout(timer);
      setSilent(false);
    };
  }, [waits]);
  return silent;
}
