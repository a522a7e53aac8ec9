import type { UiState } from '../../core/state.js';
import { isChoosing } from '../../core/store.js';

export type ButtonStatus = 'restoring' | 'disconnected' | 'connected';

export const selectStatus = ({ wallet, restoring }: UiState): ButtonStatus =>
  wallet ? 'connected' : restoring ? 'restoring' : 'disconnected';

/**
 * The fix for code that did not load: `retry`, or, after a failed retry, `reload` of the page.
 */
export type ButtonProblem = 'retry' | 'reload';

export const selectProblem = ({ wallet, loadStatus }: UiState): ButtonProblem | null => {
  if (wallet) return null;
  return loadStatus === 'failed' ? 'retry' : loadStatus === 'stuck' ? 'reload' : null;
};

/** Whether a press is pending: its code is loading, or the request waits for the proof payload. */
export const selectPending = (state: UiState): boolean => {
  if (state.wallet) return false;
  if (state.loadStatus === 'loading') return true;
  const waits = state.attempt?.active === true && state.connectRequest.state === 'loading';
  return waits && !isChoosing(state);
};

/** Returns the first four and last four characters (product specification, section 9). */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 4)}…${address.slice(-4)}`;
