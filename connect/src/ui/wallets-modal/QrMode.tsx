import type { WalletInfo } from '@tonconnect/sdk';
import { universalLink } from '../../connection/links.js';
import type { Core } from '../../controller/core.js';
import { isWalletInfoRemote } from '../../wallets/wallet-info.js';
import { QrBlock } from '../qr/QrBlock.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import { useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { retryOver, useAttemptOver } from './use-attempt.js';
import styles from './wallets-modal.module.css';

/** The wallet's own link as a code, for its app on a phone. */
export function QrMode({ core, wallet }: { core: Core; wallet: WalletInfo }) {
  const words = useWords();
  const remote = isWalletInfoRemote(wallet) ? wallet : null;
  const bridges = remote ? [remote.bridgeUrl] : [];
  const selected = { wallet, openMethod: 'qrcode' } as const;
  const attempt = useAttemptOver(core, bridges, selected);
  const picture = <WalletIcon name={wallet.name} imageUrl={wallet.imageUrl} size={48} />;
  if (attempt?.failure) {
    return (
      <>
        <div className={styles.portrait}>{picture}</div>
        <ConnectProblem
          core={core}
          failure={attempt.failure}
          wallet={wallet}
          onRetry={() => retryOver(core, bridges, selected)}
        />
      </>
    );
  }
  const link = attempt?.link ?? null;
  return (
    <>
      <p className={styles.subtitle}>{words.wallet.scan(wallet.name)}</p>
      <QrBlock link={remote && link && universalLink(remote, link, 'none')} picture={picture} />
    </>
  );
}
