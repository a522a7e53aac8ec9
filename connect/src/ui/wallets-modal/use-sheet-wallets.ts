import { useMemo } from 'react';
import type { Core } from '../../controller/core.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { type SheetWallet, sheetWallets } from '../../wallets/sheet-wallets.js';

export function useSheetWallets(core: Core): SheetWallet[] | null {
  const listed = useUiSelector(core, (state) => state.listed);
  const includeWallets = useUiSelector(core, (state) => state.includeWallets);
  const preferredWallet = useUiSelector(core, (state) => state.preferredWallet);
  const requiredFeatures = useUiSelector(core, (state) => state.requiredFeatures);
  const preferredFeatures = useUiSelector(core, (state) => state.preferredFeatures);
  return useMemo(
    () =>
      sheetWallets({
        listed,
        includeWallets,
        preferredWallet,
        requiredFeatures,
        preferredFeatures,
      }),
    [listed, includeWallets, preferredWallet, requiredFeatures, preferredFeatures],
  );
}
