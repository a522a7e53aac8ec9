import { useRef } from 'react';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import { isTelegramWallet } from '../../wallets/wallet-info.js';
import { useWords } from '../words.js';
import { useFittedText } from './use-fitted-text.js';
import { WalletIcon } from './WalletIcon.js';
import * as styles from './wallet-tile.module.css';

type Props = {
  item: SheetWallet;
  onPick: () => void;
  /** In a list whose tiles are one stop of Tab: whether it is this one. */
  stop?: boolean;
  onFocus?: () => void;
};

/** Icon, name, and what there is to say of the wallet. `data-support` dims what cannot be used. */
export function WalletTile({ item, onPick, stop = true, onFocus }: Props) {
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
