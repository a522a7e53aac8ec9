import { useCallback, useMemo } from 'react';
import type { TonConnectUiOptions } from '../core/options.js';
import { setOptions } from '../core/set-options.js';
import type { WalletsModal } from '../core/state.js';
import { useUiSelector } from '../core/store.js';
import type { CurrentWallet } from '../core/wallets/wallet-info.js';
import { useInternals } from './context.js';
import type { TonConnectUI } from './ton-connect-ui.js';
import { useUi } from './ui-context.js';

/*
 * On a server without a provider, the hooks return the same as the peer's: null, '' and false. As in the
 * peer, the types do not include this, because no handler or effect runs there.
 */

/** Returns the widget, and a function that sets its options. */
export function useTonConnectUI(): [TonConnectUI, (options: TonConnectUiOptions) => void] {
  const ui = useUi() as TonConnectUI;
  const { store } = useInternals();
  const change = useCallback((options: TonConnectUiOptions) => setOptions(store, options), [store]);
  return [ui, change];
}

/** Returns the connected wallet. Null if there is none. */
export const useTonWallet = (): CurrentWallet | null =>
  useUiSelector(useInternals(), (state) => state.wallet);

/** Returns the connected address: user-friendly, or raw (`0:<hex>`). Empty if there is none. */
export function useTonAddress(userFriendly = true): string {
  return useUiSelector(useInternals(), (state) =>
    userFriendly ? (state.address ?? '') : (state.wallet?.account.address ?? ''),
  );
}

/** Returns the state of the wallet dialog, and functions that open and close it. */
export function useTonConnectModal(): Pick<WalletsModal, 'state' | 'open' | 'close'> {
  const ui = useUi();
  const modal = useUiSelector(useInternals(), (all) => all.modal);
  return useMemo(
    () => ({
      state: ui ? modal : (null as never),
      open: async (options) => ui?.modal.open(options),
      close: (reason) => ui?.modal.close(reason),
    }),
    [ui, modal],
  );
}

/** Returns whether the restoring of a stored session has ended, with or without a wallet. */
export const useIsConnectionRestored = (): boolean =>
  useUiSelector(useInternals(), (state) => !state.restoring);
