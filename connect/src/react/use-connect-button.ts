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

/** What a connect button of one's own has to know and do. */
export type ConnectButtonState = {
  /** `restoring` while nobody knows yet whether a wallet is connected: show a placeholder. */
  status: ButtonStatus;
  /** As people know it; null without a wallet. While `restoring`, the stored one, to be shown at once. */
  address: string | null;
  /** First and last four characters of it. */
  shortAddress: string | null;
  wallet: CurrentWallet | null;
  /** `open` was called, and what it needs is still loading: show that it was heard. */
  pending: boolean;
  /**
   * What `open` needs could not be loaded: `retry` when calling it again may help, `reload` when that
   * has failed as well and only a new load of the page helps.
   */
  problem: ButtonProblem | null;
  /** Opens the wallets sheet. Rejects with the code `NOT_LOADED` when its code cannot be had. */
  open: () => Promise<void>;
  disconnect: () => Promise<void>;
  /** Loads what `open` needs: for `onPointerEnter` and `onFocus`. */
  prepare: () => void;
};

/** The state and the actions of a connect button, for one of your own looks. */
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
