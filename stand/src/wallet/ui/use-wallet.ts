import { useSyncExternalStore } from 'react';
import type { Wallet, WalletView } from '../wallet';

/** The wallet as it is now. */
export function useWallet(wallet: Pick<Wallet, 'subscribe' | 'view'>): WalletView {
  return useSyncExternalStore(wallet.subscribe, wallet.view);
}
