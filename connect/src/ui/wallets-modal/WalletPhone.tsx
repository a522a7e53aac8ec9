import type { WalletInfo } from '@tonconnect/sdk';
import { type ReactNode, useEffect, useState } from 'react';
import type { SelectedWallet } from '../../connection/attempt.js';
import { universalLink } from '../../connection/links.js';
import type { Core } from '../../controller/core.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { isWalletInfoCurrentlyInjected, isWalletInfoRemote } from '../../wallets/wallet-info.js';
import { Button } from '../controls/Button.js';
import { LinkButton } from '../controls/LinkButton.js';
import { QrBlock } from '../qr/QrBlock.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import { useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { openWallet, pickWallet } from './open-wallet.js';
import { useAttemptOver } from './use-attempt.js';
import styles from './wallets-modal.module.css';

type Props = {
  core: Core;
  wallet: WalletInfo;
  /** Whether the press that led here opened the wallet. */
  opened: boolean;
  back: ReactNode;
};

/** One wallet on this phone: it has been opened, or waits to be. */
export function WalletPhone({ core, wallet, opened: openedAtFirst, back }: Props) {
  const words = useWords();
  const [opened, setOpened] = useState(openedAtFirst);
  const [scanning, setScanning] = useState(false);
  const remote = isWalletInfoRemote(wallet) ? wallet : null;
  const injected = isWalletInfoCurrentlyInjected(wallet);

  const selected: SelectedWallet = { wallet, openMethod: 'universal-link' };
  const byExtension = injected && !scanning;
  const over = remote && !byExtension ? [remote.bridgeUrl] : null;
  const attemptOver = useAttemptOver(core, over, selected);
  const newest = useUiSelector(core, (state) => state.attempt);
  const attempt = byExtension ? newest : attemptOver;
  const link = attempt?.link ?? null;

  // A failure is news on the wallet's own screen, not under the code.
  const failure = attempt?.failure ?? null;
  useEffect(() => {
    if (failure) setScanning(false);
  }, [failure]);

  const open = (): void => setOpened(openWallet(core, wallet, 'universal-link'));
  const retry = (): void => {
    if (injected) return void pickWallet(core, wallet, true);
    if (!remote) return;
    core.connection.current?.attempts.overBridges([remote.bridgeUrl], selected, true);
    open();
  };
  const showQr = remote && <Button onClick={() => setScanning(true)}>{words.wallet.showQr}</Button>;

  if (scanning && remote) {
    return (
      <>
        <SheetHeader title={wallet.name} start={back} />
        <div className={sheet.body}>
          <p className={styles.subtitle}>{words.wallet.scan(wallet.name)}</p>
          <QrBlock
            link={link && universalLink(remote, link, 'none')}
            picture={<WalletIcon name={wallet.name} imageUrl={wallet.imageUrl} size={48} />}
          />
        </div>
      </>
    );
  }
  const waiting = injected ? words.wallet.continueInExtension : words.wallet.continueInApp;
  const state = opened || injected ? waiting(wallet.name) : link ? '' : words.wallet.preparing;
  return (
    <>
      <SheetHeader title={wallet.name} start={back} />
      <div className={sheet.body}>
        <div className={styles.portrait}>
          <WalletIcon name={wallet.name} imageUrl={wallet.imageUrl} size={72} />
        </div>
        {failure ? (
          <ConnectProblem core={core} failure={failure} wallet={wallet} onRetry={retry}>
            {showQr}
          </ConnectProblem>
        ) : (
          <>
            <p className={styles.state} role="status">
              {state}
            </p>
            <div className={styles.actions}>
              {remote && !injected && (
                <Button kind="primary" disabled={!link} onClick={open}>
                  {opened ? words.wallet.openAgain(wallet.name) : words.wallet.open(wallet.name)}
                </Button>
              )}
              {(opened || injected) && <Button onClick={retry}>{words.retry}</Button>}
              {showQr}
              {wallet.aboutUrl && (
                <LinkButton kind="plain" href={wallet.aboutUrl}>
                  {words.wallet.get(wallet.name)}
                </LinkButton>
              )}
            </div>
          </>
        )}
      </div>
    </>
  );
}
