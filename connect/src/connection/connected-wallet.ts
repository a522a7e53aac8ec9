import type { Store, UiState } from '../types/ui-state.js';
import type { CurrentWallet } from '../types/wallets.js';

/*
 * The one writer of `wallet`, `address` and `restoring`. It is a module of its own, apart from
 * `adopt-wallet.ts`, because the first load ends the restoring too when the connection could not be
 * loaded.
 */

type WalletStore = Store<UiState>;

/** A wallet is connected, which also ends the restoring. */
export const setWallet = (store: WalletStore, wallet: CurrentWallet, address: string): void =>
  store.set({ wallet, address, restoring: false });

/** The connected wallet with more that is known about it. */
export const setWalletDetails = (store: WalletStore, wallet: CurrentWallet): void =>
  store.set({ wallet });

export const clearWallet = (store: WalletStore): void => store.set({ wallet: null, address: null });

/** It is settled whether a stored session could be picked up. */
export const endRestoring = (store: WalletStore): void => store.set({ restoring: false });
