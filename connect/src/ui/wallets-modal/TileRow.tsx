import type { WalletInfo } from '@tonconnect/sdk';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import { FolderTile } from '../wallet-tile/FolderTile.js';
import { TileSkeletons } from '../wallet-tile/TileSkeletons.js';
import { WalletTile } from '../wallet-tile/WalletTile.js';
import styles from './wallets-modal.module.css';

type Props = {
  tiles: readonly SheetWallet[];
  /** Behind the folder; null leaves the folder out. */
  rest: readonly WalletInfo[] | null;
  loading: boolean;
  onPick: (wallet: WalletInfo) => void;
  onAll: () => void;
};

/** Places in the row: fewer tiles stand in the middle, more scroll. */
const PLACES = 4;

/** One row: the first wallets, and the folder with the others. */
export function TileRow({ tiles, rest, loading, onPick, onAll }: Props) {
  const count = loading ? PLACES : tiles.length + (rest ? 1 : 0);
  const fit = count < PLACES ? 'few' : count > PLACES ? 'many' : 'whole';
  return (
    <div className={styles.row} data-fit={fit} aria-busy={loading}>
      {loading ? (
        <TileSkeletons count={PLACES} />
      ) : (
        tiles.map((item) => (
          <WalletTile key={item.wallet.appName} item={item} onPick={() => onPick(item.wallet)} />
        ))
      )}
      {!loading && rest && <FolderTile wallets={rest} onPick={onAll} />}
    </div>
  );
}
