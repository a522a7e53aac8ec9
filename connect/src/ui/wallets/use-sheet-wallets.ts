import { useState } from 'react';
import type { StateView } from '../../core/internals.js';
import type { UiState } from '../../core/state.js';
import { isChoosing, useUiSelector } from '../../core/store.js';
import { type SheetWallet, sheetWallets } from '../../core/wallets/sheet-wallets.js';
import { useMinSkeletonTime } from '../use-min-skeleton-time.js';

/**
 * Returns the sheet's wallets in their order. Null while the list is loading, and in a prerendered sheet,
 * because a screen without wallets sends no request.
 */
export function useSheetWallets(internals: StateView): SheetWallet[] | null {
  const state = useOnceOpened(internals, (now) => now.listed && now);
  const wallets = state && sheetWallets(state);
  return useMinSkeletonTime(wallets !== null) ? wallets : null;
}

/** Returns a part of the state. Null in a prerendered sheet until its first opening. */
export function useOnceOpened<P>(internals: StateView, select: (state: UiState) => P): P | null {
  const choosing = useUiSelector(internals, isChoosing);
  const [opened, setOpened] = useState(false);
  if (choosing && !opened) setOpened(true);
  return useUiSelector(internals, (state) => (opened ? select(state) : null));
}
