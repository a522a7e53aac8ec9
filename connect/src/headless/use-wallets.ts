import type { RequiredFeatures, WalletInfo } from '@prichal/sdk';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { StateView } from '../core/internals.js';
import { afterPaint } from '../core/loading/after-paint.js';
import { prepareConnection } from '../core/modal.js';
import { useUiState } from '../core/store.js';
import { listWallets } from '../core/wallets/list.js';
import { type SheetWallet, sheetWallets, type WalletLabel } from '../core/wallets/sheet-wallets.js';
import { checkRequiredWalletFeatures } from '../core/wallets/wallet-info.js';
import { type Way, waysTo } from '../core/wallets/ways-to-wallet.js';
import { useInternals } from '../react/context.js';
import { usePhoneLayout } from '../ui/use-device.js';

/** A wallet of the list, with what the widget's own sheet knows of it. */
export type ListedWallet = {
  wallet: WalletInfo;
  /** What a tile says under the name: one at most. */
  label: WalletLabel | null;
  /** `lacks-required`: show it dimmed, it would be refused. `lacks-preferred`: it can be used. */
  support: SheetWallet['support'];
  /** Which of `walletsRequiredFeatures` and `walletsPreferredFeatures` it has not. */
  lacks: readonly (keyof RequiredFeatures)[];
  /** From here to the wallet, the best first: its extension, its app, a code, its desktop program. */
  ways: readonly [Way, ...Way[]];
};

export type UseWalletsResult = {
  /** `failed`: neither your list, nor the public one, nor the built-in one could be had. */
  status: 'loading' | 'ready' | 'failed';
  /** In the order of the widget's own sheet; empty until they are `ready`. */
  wallets: readonly ListedWallet[];
  /** Asks for the list again. */
  retry: () => void;
};

const NONE: readonly ListedWallet[] = [];

/** The wallets of the sheet in their order; null while the list is not here. */
export function useSheetOrder(internals: StateView): SheetWallet[] | null {
  const {
    listed,
    includeWallets,
    preferredWallet,
    walletsRequiredFeatures,
    walletsPreferredFeatures,
    modal,
    walletConnect,
  } = useUiState(internals);
  return useMemo(
    () =>
      sheetWallets({
        listed,
        includeWallets,
        preferredWallet,
        walletsRequiredFeatures,
        walletsPreferredFeatures,
        modal,
        walletConnect,
      }),
    [
      listed,
      includeWallets,
      preferredWallet,
      walletsRequiredFeatures,
      walletsPreferredFeatures,
      modal,
      walletConnect,
    ],
  );
}

/**
 * The wallets to choose from, for a list of your own. The component that calls it asks for the list
 * when it is mounted, so mount it when the list is shown. On a server it is `loading`.
 */
export function useWallets(): UseWalletsResult {
  const internals = useInternals();
  const phone = usePhoneLayout();
  const { listFault, walletsRequiredFeatures, walletsPreferredFeatures } = useUiState(internals);
  const ordered = useSheetOrder(internals);
  const [retrying, setRetrying] = useState(false);

  useEffect(() => {
    listWallets(internals).catch(() => undefined);
    return afterPaint(() => prepareConnection(internals), true);
  }, [internals]);

  const retry = useCallback(() => {
    setRetrying(true);
    const done = (): void => setRetrying(false);
    listWallets(internals).then(done, done);
  }, [internals]);

  const wallets = useMemo(
    () =>
      ordered?.map((item) => ({
        ...item,
        lacks: lacking(item.wallet, walletsRequiredFeatures, walletsPreferredFeatures),
        ways: waysTo(item.wallet, phone),
      })) ?? NONE,
    [ordered, walletsRequiredFeatures, walletsPreferredFeatures, phone],
  );
  const status = ordered ? 'ready' : listFault && !retrying ? 'failed' : 'loading';
  return useMemo(() => ({ status, wallets, retry }), [status, wallets, retry]);
}

function lacking(
  { features = [] }: WalletInfo,
  ...asked: readonly (RequiredFeatures | undefined)[]
): (keyof RequiredFeatures)[] {
  const names = asked.flatMap((all) =>
    (Object.keys(all ?? {}) as (keyof RequiredFeatures)[]).filter(
      (name) => !checkRequiredWalletFeatures(features, { [name]: all?.[name] }),
    ),
  );
  return [...new Set(names)];
}
