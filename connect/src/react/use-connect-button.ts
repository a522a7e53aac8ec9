import { preload, pressConnect } from '../core/lifecycle.js';
import { useUiState } from '../core/store.js';
import type { CurrentWallet } from '../core/wallets/wallet-info.js';
import {
  type ButtonProblem,
  type ButtonStatus,
  selectPending,
  selectProblem,
  selectStatus,
  shortAddress,
} from '../ui/connect-button/button-state.js';
import { useInternals } from './context.js';

/** State and actions of a custom connect button. */
export type ConnectButtonState = {
  /** `restoring` until it is known whether a wallet is connected: show a placeholder. */
  status: ButtonStatus;
  /**
   * User-friendly address. Null without a wallet. While `restoring`, the stored address, which can be shown
   * at once.
   */
  address: string | null;
  /** First and last four characters of the address. */
  shortAddress: string | null;
  wallet: CurrentWallet | null;
  /** Whether `open` was called and its code is still loading. Show that the press was received. */
  pending: boolean;
  /**
   * Set if code of `open` did not load. `retry`: calling it again may help. `reload`: a retry has failed too,
   * so only a reload of the page helps.
   */
  problem: ButtonProblem | null;
  /** Opens the wallets sheet. Rejects with the code `NOT_LOADED` if its code does not load. */
  open: () => Promise<void>;
  disconnect: () => Promise<void>;
  /** Loads the code of `open`. For `onPointerEnter` and `onFocus`. */
  prepare: () => void;
};

/** Returns the state and actions of a connect button, for a button of your own design. */
export function useConnectButton(): ConnectButtonState {
  const internals = useInternals();
  const state = useUiState(internals);
  const { address, wallet } = state;
  return {
    status: selectStatus(state),
    address,
    shortAddress: address && shortAddress(address),
    wallet,
    pending: selectPending(state),
    problem: selectProblem(state),
    open: () => pressConnect(internals),
    disconnect: async () => (await internals.lazyChunk.load()).disconnect(internals),
    prepare: () => preload(internals),
  };
}
