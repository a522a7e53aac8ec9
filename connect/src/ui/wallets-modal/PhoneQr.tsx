import type { ReactNode } from 'react';
import { anyWalletLink } from '../../connection/links.js';
import type { Core } from '../../controller/core.js';
import { openWalletLink } from '../../device/open-link.js';
import { walletsBehindQr } from '../../wallets/qr-bridges.js';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import { Button } from '../controls/Button.js';
import { QrBlock } from '../qr/QrBlock.js';
import { TonMark } from '../qr/TonMark.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { usable } from './list-props.js';
import { retryOver, useAttemptOver } from './use-attempt.js';
import { useQrWallets } from './use-qr-wallets.js';
import styles from './wallets-modal.module.css';

type Props = { core: Core; wallets: readonly SheetWallet[] | null; back: ReactNode };

/** The code of the desktop's first screen, for a wallet on another phone. */
export function PhoneQr({ core, wallets, back }: Props) {
  const words = useWords();
  const offered = usable(wallets).map(({ wallet }) => wallet);
  const { bridges, names } = useQrWallets(walletsBehindQr(offered));
  const attempt = useAttemptOver(core, wallets && bridges, null);
  const link = attempt?.link ?? null;
  return (
    <>
      <SheetHeader title={words.universal.title} start={back} />
      <div className={sheet.body}>
        <p className={styles.subtitle}>{words.universal.scan}</p>
        {attempt?.failure ? (
          <ConnectProblem
            core={core}
            failure={attempt.failure}
            wallet={null}
            onRetry={() => retryOver(core, bridges, null)}
          />
        ) : (
          <QrBlock link={link && anyWalletLink(link, 'none')} picture={<TonMark />} />
        )}
        {link && (
          <Button onClick={() => void openWalletLink(anyWalletLink(link, 'back'))}>
            {words.qr.openLink}
          </Button>
        )}
        {names && <p className={styles.caption}>{words.universal.codeIsFor(names)}</p>}
      </div>
    </>
  );
}
