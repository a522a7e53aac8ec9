import type { OptionalTraceable } from '@tonconnect/sdk';
import { watch } from '../store/store.js';
import type { Core } from './core.js';
import { TonConnectUIError } from './errors.js';
import { openModal } from './modal.js';
import type { ConnectedWallet } from './public-types.js';

/**
 * Opens the sheet and waits for a wallet.
 * @throws TonConnectUIError 'Wallet was not connected' when the sheet is closed without one.
 */
export async function connectWallet(
  core: Core,
  options?: OptionalTraceable,
): Promise<ConnectedWallet> {
  const { store } = core;
  await openModal(core, options);
  // A wallet in whose own browser the page is open is asked without a sheet.
  const inSheet = store.get().modal.status === 'opened';
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const { wallet, modal, attempt } = store.get();
      if (wallet) resolve(wallet as ConnectedWallet);
      else if (inSheet ? modal.status === 'closed' : attempt?.failure !== null) {
        const cause = attempt?.failure?.error;
        reject(
          new TonConnectUIError('Wallet was not connected', { code: 'CONNECT_CANCELLED', cause }),
        );
      } else return;
      stop();
    };
    const stop = watch(store, (state) => state, settle);
    settle();
  });
}
