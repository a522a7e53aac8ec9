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
  /** In a list whose tiles are one stop of Tab: whether it is this one. */
  stop?: boolean;
  onFocus?: () => void;
};

/** Icon, name, and what there is to say of the wallet. `data-support` dims what cannot be used. */
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
            read out as a space, and would break a name that must stay in one line. */}
        {name.replaceAll(/\B(?=[A-Z][a-z])/g, '\u200b')}
      </span>
      {second && <span className={telegram ? styles.name : styles.second}> {second}</span>}
    </button>
  );
}

/** Icons in the folder at most (product specification, section 9). */
const SHOWN = 4;

type FolderTileProps = { wallets: readonly WalletInfo[]; onPick: () => void };

/** 'View all wallets', as a folder with the next wallets' icons. */
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

/** The shape of tiles that are to come. */
export function TileSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move.
    <span key={index} className={styles.tile} aria-hidden="true">
      <span className={styles.skeleton} />
    </span>
  ));
}

/** Letter spacing shrinks in these steps, down to this, px (product specification, section 9). */
const STEP = 0.05;
const TIGHTEST = -0.4;

/** Names that changed in this task, and their text. */
const waiting: [HTMLElement, string][] = [];

/**
 * Tightens a name that does not fit; one that still does not takes two lines when it has several words, or
 * ends in an ellipsis: no word is broken.
 */
export function useFittedText(ref: RefObject<HTMLElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (!ref.current) return;
    // In a microtask, which still comes before the frame: in a dialog that is not shown yet nothing
    // has a width.
    if (waiting.push([ref.current, text]) === 1) queueMicrotask(fitAll);
  }, [ref, text]);
}

/** Measures all names before it changes any: one layout for all of them. */
function fitAll(): void {
  const names = waiting.splice(0);
  for (const [{ style }] of names) style.letterSpacing = '';
  // The steps are computed, as each letter gives the same.
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
