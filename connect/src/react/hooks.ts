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
 * On a server outside of a provider they answer as the peer's there: null, '' and false. The types do
 * not say so, as the peer's do not: no handler and no effect runs there.
 */

/** The widget, and what sets its options. */
export function useTonConnectUI(): [TonConnectUI, (options: TonConnectUiOptions) => void] {
  const ui = useUi() as TonConnectUI;
  const { store } = useInternals();
  const change = useCallback((options: TonConnectUiOptions) => setOptions(store, options), [store]);
  return [ui, change];
}

/** The connected wallet, or null. */
export const useTonWallet = (): CurrentWallet | null =>
  useUiSelector(useInternals(), (state) => state.wallet);

/** The connected address: as people know it, or raw (`0:<hex>`). `''` when there is none. */
export function useTonAddress(userFriendly = true): string {
  return useUiSelector(useInternals(), (state) =>
    userFriendly ? (state.address ?? '') : (state.wallet?.account.address ?? ''),
  );
}

/** The wallets sheet: its state, and what opens and closes it. */
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

/** Whether it is settled that a stored session could, or could not, be picked up. */
export const useIsConnectionRestored = (): boolean =>
  useUiSelector(useInternals(), (state) => !state.restoring);
