import type { WalletInfo } from '@prichal/sdk';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { SheetWallet } from '../../core/wallets/sheet-wallets.js';
import { isTelegramWallet } from '../../core/wallets/wallet-info.js';
import { useWords } from '../words.js';
import { WalletIcon } from './WalletIcon.js';
import * as styles from './wallet-tile.module.css';

type WalletTileProps = {
  item: SheetWallet;
  onPick: () => void;
  /** Whether Tab stops at it. In a list, Tab stops at only one tile. */
  stop?: boolean;
  onFocus?: () => void;
};

/** A wallet's tile: icon, name and label. `data-support` dims an unsupported wallet. */
export function WalletTile({ item, onPick, stop = true, onFocus }: WalletTileProps) {
  const { wallet, label, support } = item;
  const words = useWords();
  const telegram = isTelegramWallet(wallet);
  const name = telegram ? words.tile.walletIn : wallet.name;
  const second = telegram ? words.tile.telegram : label ? words.tile[label] : null;
  const nameRef = useRef<HTMLSpanElement>(null);
  useFittedText(nameRef, name);
  return (
    <button
      type="button"
      className={styles.tile}
      data-support={support}
      data-focus-key={wallet.name}
      aria-disabled={support === 'lacks-required' || undefined}
      tabIndex={stop ? undefined : -1}
      onFocus={onFocus}
      onClick={onPick}
    >
      <WalletIcon wallet={wallet} size={60} />
      <span ref={nameRef} className={styles.name} data-lines="1">
        {/* A zero-width space lets 'WalletConnect' break between its words. A <wbr> would be
            announced as a space, and would break a name that must stay in one line. */}
        {name.replaceAll(/\B(?=[A-Z][a-z])/g, '\u200b')}
      </span>
      {second && <span className={telegram ? styles.name : styles.second}> {second}</span>}
    </button>
  );
}

/** Maximum number of icons in the folder (product specification, section 9). */
const SHOWN = 4;

type FolderTileProps = { wallets: readonly WalletInfo[]; onPick: () => void };

/** The tile 'View all wallets': a folder with the next wallets' icons. */
export function FolderTile({ wallets, onPick }: FolderTileProps) {
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

/** Placeholders of tiles while the list loads. */
export function TileSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move.
    <span key={index} className={styles.tile} aria-hidden="true">
      <span className={styles.skeleton} />
    </span>
  ));
}

/** Step and minimum of a long name's letter spacing, px (product specification, section 9). */
const STEP = 0.05;
const TIGHTEST = -0.4;

/** Elements whose name changed in this task, with their text. */
const waiting: [HTMLElement, string][] = [];

/**
 * Reduces the letter spacing of a name that does not fit. If that is not enough, a name of several words takes two
 * lines, and any other ends in an ellipsis. Words are not broken.
 */
export function useFittedText(ref: RefObject<HTMLElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (!ref.current) return;
    // In a microtask, which runs before the frame: elements in a dialog have no width until it is shown.
    if (waiting.push([ref.current, text]) === 1) queueMicrotask(fitAll);
  }, [ref, text]);
}

/** Measures all names before it changes any, so that one layout is enough. */
function fitAll(): void {
  const names = waiting.splice(0);
  for (const [{ style }] of names) style.letterSpacing = '';
  // The spacing is computed, because each letter's width changes by the same amount.
  const spacings = names.map(([element, text]) => {
    const lacking = element.scrollWidth - element.clientWidth;
    return [element, -STEP * Math.ceil(lacking / [...text].length / STEP)] as const;
  });
  for (const [{ style, dataset, textContent }, spacing] of spacings) {
    if (spacing < 0) style.letterSpacing = `${Math.max(spacing, TIGHTEST).toFixed(2)}px`;
    const parts = textContent?.trim() ?? '';
    dataset.lines = spacing < TIGHTEST && /[\s\u200b\p{Pd}]/u.test(parts) ? '2' : '1';
  }
}
