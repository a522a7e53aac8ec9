import type { WalletInfo } from '@tonconnect/sdk';
import { useEffect } from 'react';
import type { Core } from '../../controller/core.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import {
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
} from '../../wallets/wallet-info.js';
import { Button } from '../controls/Button.js';
import { LinkButton } from '../controls/LinkButton.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import { useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { pickWallet } from './open-wallet.js';
import styles from './wallets-modal.module.css';

/** The wallet's extension: asked at once when it is here, or where to get it. */
export function ExtensionMode({ core, wallet }: { core: Core; wallet: WalletInfo }) {
  const words = useWords();
  const attempt = useUiSelector(core, (state) => state.attempt);
  const here = isWalletInfoCurrentlyInjected(wallet);
  const key = isWalletInfoInjectable(wallet) ? wallet.jsBridgeKey : null;
  const asked = attempt?.jsBridgeKey === key;
  const ask = (): void => void pickWallet(core, wallet, false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit; the tile's press asks too.
  useEffect(() => {
    if (here && core.store.get().attempt?.jsBridgeKey !== key) ask();
  }, []);

  return (
    <>
      <div className={styles.portrait}>
        <WalletIcon name={wallet.name} imageUrl={wallet.imageUrl} size={72} />
      </div>
      {asked && attempt.failure ? (
        <ConnectProblem core={core} failure={attempt.failure} wallet={wallet} onRetry={ask} />
      ) : (
        <>
          <p className={styles.state} role="status">
            {here
              ? words.wallet.continueInExtension(wallet.name)
              : words.wallet.noExtension(wallet.name)}
          </p>
          <div className={styles.actions}>
            {here && <Button onClick={ask}>{words.retry}</Button>}
            {!here && wallet.aboutUrl && (
              <LinkButton href={wallet.aboutUrl}>{words.wallet.get(wallet.name)}</LinkButton>
            )}
          </div>
        </>
      )}
    </>
  );
}
