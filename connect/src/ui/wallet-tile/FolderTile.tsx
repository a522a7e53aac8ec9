import type { WalletInfo } from '@prichal/sdk';
import { useWords } from '../words.js';
import { WalletIcon } from './WalletIcon.js';
import * as styles from './wallet-tile.module.css';

/** Icons in the folder at most (product specification, section 9). */
const SHOWN = 4;

type Props = { wallets: readonly WalletInfo[]; onPick: () => void };

/** 'View all wallets', as a folder with the next wallets' icons. */
export function FolderTile({ wallets, onPick }: Props) {
  const { universal } = useWords();
  return (
    <button type="button" className={styles.tile} data-focus-key="folder" onClick={onPick}>
      <span className={styles.folder} aria-hidden="true">
        {wallets.slice(0, SHOWN).map((wallet) => (
          <WalletIcon key={wallet.name} wallet={wallet} size={22} />
        ))}
      </span>
      <span className={styles.name} data-lines="2">
        {universal.viewAll}
      </span>
    </button>
  );
}
