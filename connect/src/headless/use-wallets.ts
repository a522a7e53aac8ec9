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

/** A wallet of the list, as the wallet dialog shows it. */
export type ListedWallet = {
  wallet: WalletInfo;
  /** Label under the name of a tile. Null if none. */
  label: WalletLabel | null;
  /** `lacks-required`: show it dimmed, because a connection would fail. `lacks-preferred`: it can be used. */
  support: SheetWallet['support'];
  /** The features of `walletsRequiredFeatures` and `walletsPreferredFeatures` that it lacks. */
  lacks: readonly (keyof RequiredFeatures)[];
  /** Ways from this device to the wallet, the best first: extension, app, QR code, desktop program. */
  ways: readonly [Way, ...Way[]];
};

export type UseWalletsResult = {
  /** `failed`: neither the app's list, the public list nor the built-in list loaded. */
  status: 'loading' | 'ready' | 'failed';
  /** The wallets, in the order of the wallet dialog. Empty until the status is `ready`. */
  wallets: readonly ListedWallet[];
  /** Loads the list again. */
  retry: () => void;
};

const NONE: readonly ListedWallet[] = [];

/** The wallets of the wallet dialog in their order. Null until the list is loaded. */
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
 * Returns the wallets, for a custom list. Loads the list when the component mounts, so mount it when the list
 * is shown. On a server, the status is `loading`.
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
