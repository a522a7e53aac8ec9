import type { WalletInfo } from '@prichal/sdk';
import type { ReactNode } from 'react';
import type { Internals } from '../../types/internals.js';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';

export type Screen =
  | { name: 'universal' | 'all' | 'info' }
  | {
      name: 'wallet';
      wallet: WalletInfo;
      /** Whether the wallet was opened by the press that led here; false when it still has to be. */
      opened: boolean;
      /** Whether it was to be opened by it, and the browser did not let it. */
      blocked: boolean;
    };

/** Going from screen to screen. `focusKey` names the control that focus comes back to. */
export type Navigate = {
  push(screen: Screen, focusKey: string): void;
  /** Undefined on the first screen. */
  back: (() => void) | undefined;
};

/** What every screen of the sheet is given. */
export type ScreenProps = {
  internals: Internals;
  /** Null while the list is loading, or did not load. */
  wallets: readonly SheetWallet[] | null;
  /** Wallets are opened on this device instead of scanned with another. */
  phone: boolean;
  /** The control that leads back; undefined on the first screen. */
  back: ReactNode;
  navigate: Navigate;
  onPick: (wallet: WalletInfo) => void;
};

export const usable = (wallets: readonly SheetWallet[] | null): SheetWallet[] =>
  (wallets ?? []).filter(({ support }) => support !== 'lacks-required');
