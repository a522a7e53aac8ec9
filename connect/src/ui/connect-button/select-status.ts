import type { UiState } from '../../store/state.js';

export type ButtonStatus = 'restoring' | 'disconnected' | 'connected';

export const selectStatus = ({ wallet, restoring }: UiState): ButtonStatus =>
  wallet ? 'connected' : restoring ? 'restoring' : 'disconnected';
