import { toUserFriendlyAddress } from '../../controller/address.js';
import { CHAIN } from '../../controller/chain.js';
import type { UiState } from '../../store/state.js';

/** The connected account's address as people know it; null when no wallet is connected. */
export function selectAddress({ wallet }: UiState): string | null {
  if (!wallet) return null;
  const { address, chain } = wallet.account;
  return toUserFriendlyAddress(address, chain === CHAIN.TESTNET);
}
