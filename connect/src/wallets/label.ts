import type { WalletInfo } from '@tonconnect/sdk';
import { isWalletInfoCurrentlyInjected } from './wallet-info.js';

export type WalletLabel = 'recent' | 'installed' | 'popular';

const POPULAR_WALLET = 'Tonkeeper';

/** The line under a wallet's name: one at most, and in this order. */
export function labelOf(wallet: WalletInfo, isPreferred: boolean): WalletLabel | null {
  if (isPreferred) return 'recent';
  if (isWalletInfoCurrentlyInjected(wallet)) return 'installed';
  return wallet.name === POPULAR_WALLET ? 'popular' : null;
}
