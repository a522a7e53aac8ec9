import { useMemo } from 'react';
import { internalsOf } from '../controller/internals-of.js';
import { preload } from '../controller/lifecycle.js';
import { useUiState } from '../store/use-ui-selector.js';
import type { CurrentWallet } from '../types/wallets.js';
import {
  type ButtonStatus,
  selectStatus,
  shortAddress,
} from '../ui/connect-button/button-state.js';
import { useUi } from './context.js';

/** What a connect button of one's own has to know and do. */
export type ConnectButtonState = {
  /** `restoring` while nobody knows yet whether a wallet is connected: show a placeholder. */
  status: ButtonStatus;
  /** As people know it; null without a wallet. */
  address: string | null;
  /** First and last four characters of it. */
  shortAddress: string | null;
  wallet: CurrentWallet | null;
  /** Opens the wallets sheet. */
  open: () => Promise<void>;
  disconnect: () => Promise<void>;
  /** Loads what `open` needs: for `onPointerEnter` and `onFocus`. */
  prepare: () => void;
};

/** The state and the actions of a connect button, for one of your own looks. */
export function useConnectButton(): ConnectButtonState {
  const ui = useUi();
  const internals = internalsOf(ui);
  const state = useUiState(internals);
  const { address, wallet } = state;
  const status = selectStatus(state);
  return useMemo(
    () => ({
      status,
      address,
      shortAddress: address && shortAddress(address),
      wallet,
      open: () => ui.openModal(),
      disconnect: () => ui.disconnect(),
      prepare: () => preload(internals),
    }),
    [ui, internals, status, address, wallet],
  );
}
