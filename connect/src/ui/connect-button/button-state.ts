import type { UiState } from '../../types/ui-state.js';

export type ButtonStatus = 'restoring' | 'disconnected' | 'connected';

export const selectStatus = ({ wallet, restoring }: UiState): ButtonStatus =>
  wallet ? 'connected' : restoring ? 'restoring' : 'disconnected';

/** First four and last four characters (product specification, section 9). */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 4)}…${address.slice(-4)}`;
