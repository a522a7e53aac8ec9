import { useState } from 'react';
import type { StateView } from '../../core/internals.js';
import type { UiState } from '../../core/state.js';
import { isChoosing, useUiSelector } from '../../core/store.js';
import { type SheetWallet, sheetWallets } from '../../core/wallets/sheet-wallets.js';
import { useMinSkeletonTime } from '../use-min-skeleton-time.js';

/**
 * The sheet's wallets in their order; null while the list is loading, and in a prerendered sheet: a
 * screen without wallets connects to nobody.
 */
export function useSheetWallets(internals: StateView): SheetWallet[] | null {
  const state = useOnceOpened(internals, (now) => now.listed && now);
  const wallets = state && sheetWallets(state);
  return useMinSkeletonTime(wallets !== null) ? wallets : null;
}

/** A part of the state; null in a prerendered sheet until it is opened for the first time. */
export function useOnceOpened<P>(internals: StateView, select: (state: UiState) => P): P | null {
  const choosing = useUiSelector(internals, isChoosing);
  const [opened, setOpened] = useState(false);
  if (choosing && !opened) setOpened(true);
  return useUiSelector(internals, (state) => (opened ? select(state) : null));
}
