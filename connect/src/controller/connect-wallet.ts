import type { OptionalTraceable } from '@tonconnect/sdk';
import { TonConnectUIError } from '../errors/base-errors.js';
import { watch } from '../store/store.js';
import type { Internals } from '../types/internals.js';
import type { ConnectedWallet } from '../types/wallets.js';
import { openModal } from './modal.js';

/**
 * Opens the sheet and waits for a wallet.
 * @throws TonConnectUIError 'Wallet was not connected' when the sheet is closed without one, or the
 * wallet for which it was closed says no; `cause` is why.
 */
export async function connectWallet(
  internals: Internals,
  options?: OptionalTraceable,
): Promise<ConnectedWallet> {
  const { store } = internals;
  await openModal(internals, options);
  // In a wallet's own browser that wallet is asked directly, so no sheet is open.
  const inSheet = store.get().modal.status === 'opened';
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const { wallet, modal, attempt } = store.get();
      // The sheet was closed for WalletConnect, and the attempt goes on without it.
      const goesOn = !inSheet || modal.closeReason === 'wallet-selected';
      if (wallet) resolve(wallet as ConnectedWallet);
      else if (goesOn ? attempt?.failure !== null : modal.status === 'closed') {
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
