import type { WalletInfo } from '@tonconnect/sdk';
import { useState } from 'react';
import type { Core } from '../../controller/core.js';
import { isWalletInfoRemote } from '../../wallets/wallet-info.js';
import { Button } from '../controls/Button.js';
import { LinkButton } from '../controls/LinkButton.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import { useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { openWallet } from './open-wallet.js';
import { retryOver, useAttemptOver } from './use-attempt.js';
import styles from './wallets-modal.module.css';

/** The wallet's program on this computer, by its own scheme, or its page when it has none. */
export function DesktopAppMode({ core, wallet }: { core: Core; wallet: WalletInfo }) {
  const words = useWords();
  const [opened, setOpened] = useState(false);
  const remote = isWalletInfoRemote(wallet) ? wallet : null;
  const openMethod = remote?.deepLink ? 'custom-deeplink' : 'universal-link';
  const bridges = remote ? [remote.bridgeUrl] : [];
  const attempt = useAttemptOver(core, bridges, { wallet, openMethod });
  const open = (): void => setOpened(openWallet(core, wallet, openMethod));
  const retry = (): void => {
    retryOver(core, bridges, { wallet, openMethod });
    open();
  };
  return (
    <>
      <div className={styles.portrait}>
        <WalletIcon name={wallet.name} imageUrl={wallet.imageUrl} size={72} />
      </div>
      {attempt?.failure ? (
        <ConnectProblem core={core} failure={attempt.failure} wallet={wallet} onRetry={retry} />
      ) : (
        <>
          <p className={styles.state} role="status">
            {opened ? words.wallet.continueOnDesktop(wallet.name) : ''}
          </p>
          <div className={styles.actions}>
            <Button kind="primary" disabled={!attempt?.link} onClick={open}>
              {opened ? words.wallet.openAgain(wallet.name) : words.wallet.open(wallet.name)}
            </Button>
            {opened && <Button onClick={retry}>{words.retry}</Button>}
            {wallet.aboutUrl && (
              <LinkButton kind="plain" href={wallet.aboutUrl}>
                {words.wallet.get(wallet.name)}
              </LinkButton>
            )}
          </div>
        </>
      )}
    </>
  );
}
