import { TonConnectUIError } from '../errors/base-errors.js';
import { assertInUse } from '../store/in-use.js';
import { isChoosing } from '../store/selectors.js';
import { watch } from '../store/store.js';
import type { WithStore } from '../types/internals.js';
import type { ConnectedWallet } from '../types/wallets.js';

/**
 * Waits for a wallet, after the sheet was opened or the wallet asked in whose own browser the page is.
 * @throws TonConnectUIError 'Wallet was not connected' when the sheet is closed without one, the wallet
 * for which it was closed says no, or the widget is taken down; `cause` is why.
 */
export async function waitForWallet(internals: WithStore): Promise<ConnectedWallet> {
  assertInUse(internals);
  const { store } = internals;
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const state = store.get();
      const { wallet, attempt, stopped } = state;
      // Without a sheet go on the wallet in whose browser the page is, and WalletConnect.
      const goesOn = isChoosing(state) || attempt?.active === true;
      if (wallet) resolve(wallet as ConnectedWallet);
      else if (stopped || !goesOn) {
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
