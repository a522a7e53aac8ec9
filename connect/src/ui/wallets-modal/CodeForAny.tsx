import { openWalletLink } from '../../links/open-link.js';
import { anyWalletLink } from '../../links/wallet-links.js';
import { behindQr } from '../../wallets/qr-bridges.js';
import { Button } from '../controls/Button.js';
import { QrBlock } from '../qr/QrBlock.js';
import { TonMark } from '../qr/TonMark.js';
import { useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { type ScreenProps, usable } from './screens.js';
import { useSheetRequest } from './use-open-request.js';
import * as styles from './wallets-modal.module.css';

/** One code for the first wallets, and their names. */
export function CodeForAny({ internals, wallets, phone, navigate }: ScreenProps) {
  const { universal, qr } = useWords();
  const offered = usable(wallets).map(({ wallet }) => wallet);
  const { bridges, names } = behindQr(offered);
  const { link, failure, retry } = useSheetRequest(internals, null, 'qr', wallets && bridges);
  if (wallets && bridges.length === 0) return null;
  if (failure) {
    return (
      <ConnectProblem
        wallets={wallets}
        navigate={navigate}
        failure={failure}
        picked={null}
        onRetry={retry}
      />
    );
  }
  return (
    <>
      {!phone && <p className={styles.subtitle}>{universal.scan}</p>}
      <QrBlock link={link && anyWalletLink(link, 'none')} picture={<TonMark />}>
        {phone && (
          <Button
            disabled={!link}
            onClick={() => void openWalletLink(anyWalletLink(link ?? '', 'back'))}
          >
            {qr.openLink}
          </Button>
        )}
      </QrBlock>
      <p className={styles.caption} data-lines="2">
        {names.length > 0 && universal.codeIsFor(names.join(', '))}{' '}
        {!phone && offered.length > bridges.length && universal.othersBelow}
      </p>
    </>
  );
}
