import type { Wallet, WalletView } from '@prichal/dev-wallet/core';
import { useSyncExternalStore } from 'react';

/** The wallet as it is now. */
export function useWallet(wallet: Pick<Wallet, 'subscribe' | 'view'>): WalletView {
  return useSyncExternalStore(wallet.subscribe, wallet.view);
}
