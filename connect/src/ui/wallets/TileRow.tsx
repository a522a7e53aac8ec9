import { isWalletInfoCurrentlyInjected } from '../../core/wallets/wallet-info.js';
import { FolderTile, TileSkeletons, WalletTile } from '../wallet-tile/WalletTile.js';
import { type ScreenProps, usable } from './screens.js';
import * as styles from './wallets-modal.module.css';

/** Wallets on the first screen, without the folder (product specification, section 9). */
export const TILES = 3;

type Props = ScreenProps & {
  /** With more wallets than this, there is a folder for the others. */
  folderOver: number;
};

/**
 * A row of tiles: an installed extension, the first wallets, and the folder with the others. Few tiles are
 * centred, many scroll.
 */
export function TileRow({ wallets, folderOver, navigate, onPick }: Props) {
  const folder = wallets !== null && wallets.length > folderOver;
  const usual = usable(wallets);
  const [installed] = usual.filter(({ wallet }) => isWalletInfoCurrentlyInjected(wallet));
  // First, because it connects with one press, without a QR code.
  const tiles = [...new Set(installed ? [installed, ...usual] : usual)].slice(
    0,
    folder ? TILES : undefined,
  );
  return (
    <div className={styles.row} aria-busy={!wallets}>
      {!wallets && <TileSkeletons count={TILES + 1} />}
      {tiles.map((item) => (
        <WalletTile key={item.wallet.name} item={item} onPick={() => onPick(item.wallet)} />
      ))}
      {folder && (
        <FolderTile
          wallets={wallets.filter((item) => !tiles.includes(item)).map(({ wallet }) => wallet)}
          onPick={() => navigate.push({ name: 'all' }, 'folder')}
        />
      )}
    </div>
  );
}
