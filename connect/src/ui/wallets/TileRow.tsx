import { isWalletInfoCurrentlyInjected } from '../../core/wallets/wallet-info.js';
import { FolderTile, TileSkeletons, WalletTile } from '../wallet-tile/WalletTile.js';
import { type ScreenProps, usable } from './screens.js';
import * as styles from './wallets-modal.module.css';

/** Wallets on the first screen, beside the folder (product specification, section 9). */
export const TILES = 3;

type Props = ScreenProps & {
  /** More wallets than this are behind a folder. */
  folderOver: number;
};

/**
 * One row: the first wallets, an installed extension before them, and the folder with the others. Few are
 * centred, many scroll.
 */
export function TileRow({ wallets, folderOver, navigate, onPick }: Props) {
  const folder = wallets !== null && wallets.length > folderOver;
  const usual = usable(wallets);
  const [installed] = usual.filter(({ wallet }) => isWalletInfoCurrentlyInjected(wallet));
  // One press connects it: no code, no other device.
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
