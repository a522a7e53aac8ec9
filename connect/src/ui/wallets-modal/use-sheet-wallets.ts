import { useMemo } from 'react';
import type { Core } from '../../controller/core.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { type SheetWallet, sheetWallets } from '../../wallets/sheet-wallets.js';
import { useUnhurried } from '../presence/use-unhurried.js';

/** The sheet's wallets in their order; null while there are none to show. */
export function useSheetWallets(core: Core): SheetWallet[] | null {
  const listed = useUiSelector(core, (state) => state.listed);
  const includeWallets = useUiSelector(core, (state) => state.includeWallets);
  const preferredWallet = useUiSelector(core, (state) => state.preferredWallet);
  const requiredFeatures = useUiSelector(core, (state) => state.requiredFeatures);
  const preferredFeatures = useUiSelector(core, (state) => state.preferredFeatures);
  const modal = useUiSelector(core, (state) => state.modal);
  const ready = useUnhurried(listed !== null);
  const wallets = useMemo(
    () =>
      sheetWallets({
        listed,
        includeWallets,
        preferredWallet,
        requiredFeatures,
        preferredFeatures,
        modal,
      }),
    [listed, includeWallets, preferredWallet, requiredFeatures, preferredFeatures, modal],
  );
  return ready ? wallets : null;
}
