import type { UiState } from '../../core/state.js';
import { isChoosing } from '../../core/store.js';

export type ButtonStatus = 'restoring' | 'disconnected' | 'connected';

export const selectStatus = ({ wallet, restoring }: UiState): ButtonStatus =>
  wallet ? 'connected' : restoring ? 'restoring' : 'disconnected';

/**
 * What the visitor can do about code that could not be had: ask for it again, or, when that has failed
 * as well, load the page anew.
 */
export type ButtonProblem = 'retry' | 'reload';

export const selectProblem = ({ wallet, loadStatus }: UiState): ButtonProblem | null => {
  if (wallet) return null;
  return loadStatus === 'failed' ? 'retry' : loadStatus === 'stuck' ? 'reload' : null;
};

/** A press was heard: what it needs is loading, or the proof is awaited that a wallet is asked for. */
export const selectPending = (state: UiState): boolean => {
  if (state.wallet) return false;
  if (state.loadStatus === 'loading') return true;
  const waits = state.attempt?.active === true && state.connectRequest.state === 'loading';
  return waits && !isChoosing(state);
};

/** First four and last four characters (product specification, section 9). */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 4)}…${address.slice(-4)}`;
