import type { Core } from '../../controller/core.js';
import { type SheetWallet, sheetWallets } from '../../wallets/sheet-wallets.js';
import { useUnhurried } from '../presence/use-unhurried.js';
import { useOnceOpened } from './use-once-opened.js';

/**
 * The sheet's wallets in their order; null while there are none to show. Who has no wallets asks none:
 * so a sheet that stands ready has none.
 */
export function useSheetWallets(core: Core): SheetWallet[] | null {
  const state = useOnceOpened(core, (now) => now.listed && now);
  const wallets = state && sheetWallets(state);
  return useUnhurried(wallets !== null) ? wallets : null;
}
