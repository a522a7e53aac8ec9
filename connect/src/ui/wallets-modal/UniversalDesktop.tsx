import { anyWalletLink } from '../../connection/links.js';
import { walletsBehindQr } from '../../wallets/qr-bridges.js';
import { IconButton } from '../controls/IconButton.js';
import { Icon } from '../icons/Icon.js';
import { HELP } from '../icons/shapes.js';
import { QrBlock } from '../qr/QrBlock.js';
import { TonMark } from '../qr/TonMark.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { type ListProps, TILES, usable } from './list-props.js';
import { TileRow } from './TileRow.js';
import { retryOver, useAttemptOver } from './use-attempt.js';
import { useQrWallets } from './use-qr-wallets.js';
import styles from './wallets-modal.module.css';

/** A code that any wallet of the first ones can scan, and wallets to pick from. */
export function UniversalDesktop({ core, wallets, navigate, onPick }: ListProps) {
  const words = useWords();
  const offered = usable(wallets);
  const { bridges, names } = useQrWallets(walletsBehindQr(offered.map(({ wallet }) => wallet)));
  const attempt = useAttemptOver(core, wallets && bridges, null);
  const rest = offered.slice(TILES).map(({ wallet }) => wallet);
  return (
    <>
      <SheetHeader
        title={words.universal.title}
        start={
          <IconButton
            label={words.universal.whatIsWallet}
            onClick={() => navigate.push({ name: 'info' }, 'info')}
          >
            <Icon shape={HELP} size={20} />
          </IconButton>
        }
      />
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
          <QrBlock
            link={attempt?.link ? anyWalletLink(attempt.link, 'none') : null}
            picture={<TonMark />}
          />
        )}
        <p className={styles.caption}>
          {names
            ? `${words.universal.codeIsFor(names)} ${words.universal.othersBelow}`
            : words.universal.availableWallets}
        </p>
        <TileRow
          tiles={offered.slice(0, TILES)}
          rest={rest}
          loading={!wallets}
          onPick={onPick}
          onAll={() => navigate.push({ name: 'all' }, 'folder')}
        />
      </div>
    </>
  );
}
