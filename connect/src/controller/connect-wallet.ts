import { watch } from '../store/store.js';
import type { Core } from './core.js';
import { TonConnectUIError } from './errors.js';
import { openModal } from './modal.js';
import type { ConnectedWallet } from './public-types.js';

/**
 * Opens the sheet and waits for a wallet.
 * @throws TonConnectUIError 'Wallet was not connected' when the sheet is closed without one.
 */
export async function connectWallet(core: Core): Promise<ConnectedWallet> {
  const { store } = core;
  await openModal(core);
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const { wallet, modal } = store.get();
      if (wallet) resolve(wallet);
      else if (modal.closeReason === 'action-cancelled') {
        reject(new TonConnectUIError('Wallet was not connected'));
      } else return;
      stop();
    };
    const stop = watch(store, (state) => state, settle);
    settle();
  });
}
