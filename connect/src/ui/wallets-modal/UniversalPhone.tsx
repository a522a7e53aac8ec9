import { onPhones } from '../../wallets/reach.js';
import { isTelegramWallet, isWalletInfoCurrentlyInjected } from '../../wallets/wallet-info.js';
import { Button } from '../controls/Button.js';
import { IconButton } from '../controls/IconButton.js';
import { Icon } from '../icons/Icon.js';
import { QR } from '../icons/shapes.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import { useWords } from '../words.js';
import { type ListProps, TILES, usable } from './list-props.js';
import { TileRow } from './TileRow.js';
import styles from './wallets-modal.module.css';

/** 'View all' has a folder only when there are more wallets than this (specification, section 9). */
const FOLDER_FROM = 7;

/** Wallet in Telegram first, then the wallets of this phone. Nothing listens before one is picked. */
export function UniversalPhone({ wallets, navigate, onPick }: ListProps) {
  const words = useWords();
  const here = usable(wallets).filter(
    ({ wallet }) => onPhones(wallet) || isWalletInfoCurrentlyInjected(wallet),
  );
  const telegram = here.find(({ wallet }) => isTelegramWallet(wallet));
  const others = here.filter((item) => item !== telegram);
  const hasFolder = (wallets ?? []).length > FOLDER_FROM;
  const shown = hasFolder ? others.slice(0, TILES) : others;
  const rest = others.slice(TILES).map(({ wallet }) => wallet);
  return (
    <>
      <SheetHeader
        title={words.universal.title}
        start={
          <IconButton
            label={words.universal.showQr}
            onClick={() => navigate.push({ name: 'qr' }, 'qr')}
          >
            <Icon shape={QR} size={20} />
          </IconButton>
        }
      />
      <div className={sheet.body}>
        <p className={styles.subtitle}>
          {telegram || !wallets
            ? words.universal.openOnTelegramOrSelect
            : words.universal.selectWallet}
        </p>
        {telegram && (
          <>
            <Button
              kind="primary"
              focusKey={telegram.wallet.appName}
              onClick={() => onPick(telegram.wallet)}
            >
              <WalletIcon
                name={telegram.wallet.name}
                imageUrl={telegram.wallet.imageUrl}
                size={28}
              />
              {words.universal.openOnTelegram}
            </Button>
            <p className={styles.caption}>{words.universal.chooseOther}</p>
          </>
        )}
        <TileRow
          tiles={shown}
          rest={hasFolder ? rest : null}
          loading={!wallets}
          onPick={onPick}
          onAll={() => navigate.push({ name: 'all' }, 'folder')}
        />
        <Button
          kind="plain"
          focusKey="info"
          onClick={() => navigate.push({ name: 'info' }, 'info')}
        >
          {words.universal.whatIsWallet}
        </Button>
      </div>
    </>
  );
}
