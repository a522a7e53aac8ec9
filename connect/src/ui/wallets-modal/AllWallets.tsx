import { useState } from 'react';
import { onPhones } from '../../wallets/reach.js';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import { isWalletInfoCurrentlyInjected } from '../../wallets/wallet-info.js';
import { useFlash } from '../presence/use-flash.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import { useSheet } from '../sheet/sheet-context.js';
import { TileSkeletons } from '../wallet-tile/TileSkeletons.js';
import { WalletTile } from '../wallet-tile/WalletTile.js';
import { useWords } from '../words.js';
import type { ListProps } from './list-props.js';
import styles from './wallets-modal.module.css';

/** How long the notice about a wallet that cannot be used stands, ms. */
const UNSUPPORTED_MS = 1500;

/** Every wallet of the list. Those that lack something stand below, and say so when pressed. */
export function AllWallets({ wallets, back, onPick, phone }: ListProps & { phone: boolean }) {
  const words = useWords();
  const { announce } = useSheet();
  const [refused, setRefused] = useState('');
  const [noticed, flashNotice] = useFlash(UNSUPPORTED_MS);

  const here = (wallets ?? []).filter(
    ({ wallet }) => !phone || onPhones(wallet) || isWalletInfoCurrentlyInjected(wallet),
  );
  const press = ({ wallet, support }: SheetWallet): void => {
    if (support !== 'lacks-required') {
      onPick(wallet);
      return;
    }
    const notice = words.tile.unsupported(wallet.name);
    setRefused(notice);
    flashNotice();
    announce(notice);
  };
  const grid = (items: readonly SheetWallet[]) => (
    <div className={styles.grid}>
      {items.map((item) => (
        <WalletTile key={item.wallet.appName} item={item} onPick={() => press(item)} />
      ))}
    </div>
  );
  const full = here.filter(({ support }) => support === 'full');
  const lacking = here.filter(({ support }) => support !== 'full');
  return (
    <>
      <SheetHeader title={words.all.title} start={back} />
      <div className={styles.scroller}>
        {!wallets && (
          <div className={styles.grid} role="img" aria-label={words.all.loading}>
            <TileSkeletons count={8} />
          </div>
        )}
        {wallets && here.length === 0 && <p className={styles.subtitle}>{words.all.empty}</p>}
        {grid(full)}
        {lacking.length > 0 && (
          <>
            <p className={styles.banner}>{words.all.unsupportedBelow}</p>
            {grid(lacking)}
          </>
        )}
      </div>
      {noticed && (
        <div className={styles.notice} aria-hidden="true">
          {refused}
        </div>
      )}
    </>
  );
}
