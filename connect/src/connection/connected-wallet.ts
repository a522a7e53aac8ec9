import type { Store, UiState } from '../types/ui-state.js';
import type { CurrentWallet } from '../types/wallets.js';

/*
 * The one writer of `wallet`, `address`, `restoring` and `restored`. It is a module of its own, apart from
 * `adopt-wallet.ts`, because the first load ends the restoring too when the connection could not be
 * loaded.
 */

type WalletStore = Store<UiState>;

/** A wallet is connected, which also ends the restoring. */
export function setWallet(store: WalletStore, wallet: CurrentWallet, address: string): void {
  const { restoring, restored } = store.get();
  store.set({ wallet, address, restoring: false, restored: restoring || restored });
}

/** The connected wallet with more that is known about it. */
export const setWalletDetails = (store: WalletStore, wallet: CurrentWallet): void =>
  store.set({ wallet });

export const clearWallet = (store: WalletStore): void => store.set({ wallet: null, address: null });

/**
 * It is settled whether a stored session could be picked up. Where it could not, the address goes that was
 * shown meanwhile.
 */
export function endRestoring(store: WalletStore): void {
  const { wallet, address } = store.get();
  store.set({ restoring: false, address: wallet && address });
}
