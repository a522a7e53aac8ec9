import { useCallback, useMemo } from 'react';
import { coreOf } from '../../controller/core-of.js';
import type {
  CurrentWallet,
  TonConnectUiOptions,
  WalletsModal,
} from '../../controller/public-types.js';
import type { TonConnectUI } from '../../controller/ton-connect-ui.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { selectAddress } from '../connect-button/select-address.js';
import { useCore, useUi } from './context.js';

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
  useUiSelector(useCore(), (state) => state.wallet);

/** The connected address: as people know it, or raw (`0:<hex>`). `''` when there is none. */
export function useTonAddress(userFriendly = true): string {
  return useUiSelector(useCore(), (state) =>
    userFriendly ? (selectAddress(state) ?? '') : (state.wallet?.account.address ?? ''),
  );
}

/** The wallets sheet: its state, and what opens and closes it. */
export function useTonConnectModal(): Pick<WalletsModal, 'state' | 'open' | 'close'> {
  const ui = useUi();
  const state = useUiSelector(coreOf(ui), (all) => all.modal);
  return useMemo(() => ({ state, open: ui.modal.open, close: ui.modal.close }), [ui, state]);
}

/** Whether it is settled that a stored session could, or could not, be picked up. */
export const useIsConnectionRestored = (): boolean =>
  useUiSelector(useCore(), (state) => !state.restoring);
