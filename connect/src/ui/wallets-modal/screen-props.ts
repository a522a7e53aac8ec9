import type { WalletInfo } from '@tonconnect/sdk';
import type { ReactNode } from 'react';
import type { Core } from '../../controller/core.js';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import type { Navigate } from './screens.js';

/** What every screen of the sheet is given. */
export type ScreenProps = {
  core: Core;
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
