import type { UiState } from '../../store/state.js';

/** The connected account's address as people know it; null when no wallet is connected. */
export const selectAddress = ({ address }: UiState): string | null => address;
