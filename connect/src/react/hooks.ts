import { useCallback, useMemo } from 'react';
import { internalsOf } from '../controller/internals-of.js';
import { useUiSelector } from '../store/use-ui-selector.js';
import type { TonConnectUI } from '../ton-connect-ui/ton-connect-ui.js';
import type { WalletsModal } from '../types/modal.js';
import type { TonConnectUiOptions } from '../types/options.js';
import type { CurrentWallet } from '../types/wallets.js';
import { useInternals, useUi } from './context.js';

/** The widget, and what sets its options. */
export function useTonConnectUI(): [TonConnectUI, (options: TonConnectUiOptions) => void] {
  const ui = useUi();
  const setOptions = useCallback(
    (options: TonConnectUiOptions) => {
      ui.uiOptions = options;
    },
    [ui],
  );
  return [ui, setOptions];
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
  const state = useUiSelector(internalsOf(ui), (all) => all.modal);
  return useMemo(() => ({ state, open: ui.modal.open, close: ui.modal.close }), [ui, state]);
}

/** Whether it is settled that a stored session could, or could not, be picked up. */
export const useIsConnectionRestored = (): boolean =>
  useUiSelector(useInternals(), (state) => !state.restoring);
