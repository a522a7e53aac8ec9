import { useMemo } from 'react';
import { coreOf } from '../../controller/core-of.js';
import { preload } from '../../controller/load-live.js';
import type { CurrentWallet } from '../../controller/public-types.js';
import { shortAddress } from '../../controller/short-address.js';
import { useUiState } from '../../store/use-ui-selector.js';
import { useUi } from '../provider/context.js';
import { type ButtonStatus, selectStatus } from './select-status.js';

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
  const core = coreOf(ui);
  const state = useUiState(core);
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
      prepare: () => preload(core),
    }),
    [ui, core, status, address, wallet],
  );
}
