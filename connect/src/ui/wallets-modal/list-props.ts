import type { WalletInfo } from '@tonconnect/sdk';
import type { ReactNode } from 'react';
import type { Core } from '../../controller/core.js';
import type { SheetWallet } from '../../wallets/sheet-wallets.js';
import type { Navigate } from './screens.js';

/** What screens with wallets to pick from are given. */
export type ListProps = {
  core: Core;
  /** Null while the list is loading. */
  wallets: readonly SheetWallet[] | null;
  back: ReactNode;
  navigate: Navigate;
  onPick: (wallet: WalletInfo) => void;
};

/** Wallets on a universal screen, beside the folder (product specification, section 9). */
export const TILES = 3;

export const usable = (wallets: readonly SheetWallet[] | null): SheetWallet[] =>
  (wallets ?? []).filter(({ support }) => support !== 'lacks-required');
