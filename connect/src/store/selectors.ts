import type { UiState } from '../types/ui-state.js';

/** Whether the wallets sheet is open, by either of its ways in. */
export const isChoosing = ({ modal, singleWalletModal }: UiState): boolean =>
  modal.status === 'opened' || singleWalletModal.status === 'opened';
