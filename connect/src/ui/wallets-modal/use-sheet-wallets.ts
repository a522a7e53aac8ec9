import type { Core } from '../../controller/core.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { type SheetWallet, sheetWallets } from '../../wallets/sheet-wallets.js';
import { useUnhurried } from '../presence/use-unhurried.js';

/** The sheet's wallets in their order; null while there are none to show. */
export function useSheetWallets(core: Core): SheetWallet[] | null {
  const wallets = sheetWallets(useUiSelector(core, (state) => state));
  return useUnhurried(wallets !== null) ? wallets : null;
}
