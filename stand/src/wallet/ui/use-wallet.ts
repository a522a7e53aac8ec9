import type { Wallet, WalletView } from '@prichal/dev-wallet/core';
import { useSyncExternalStore } from 'react';

/** Subscribes to the wallet's state. */
export function useWallet(wallet: Pick<Wallet, 'subscribe' | 'view'>): WalletView {
  return useSyncExternalStore(wallet.subscribe, wallet.view);
}
