import type { ITonConnect } from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { watch } from '../store/store.js';
import { listEntries } from '../wallets/list.js';
import type { WalletEntry } from '../wallets/parse.js';
import { giveWalletsList } from './create-connector.js';
import { embeddedKey } from './injected.js';
import { forgetWallet } from './known-wallet.js';
import { extensionArrives } from './late-extension.js';
import { readSession } from './session.js';

/**
 * Picks up the stored session. Nothing here waits for the wallets list: the SDK is told that it is
 * empty until the session stands, and gets ours, with its timeouts, afterwards. A session over a
 * bridge counts as restored when its wallet is known, not when the stream is open.
 */
export async function restore(core: Core, connector: ITonConnect): Promise<void> {
  const { store, storage } = core;
  const session = readSession(storage);
  const ourList: PromiseLike<WalletEntry[]> = {
    // biome-ignore lint/suspicious/noThenProperty: the SDK awaits it, and only then is it loaded.
    then: (...use) => listEntries(core).then(...use),
  };
  try {
    if (session.kind === 'extension') await extensionArrives(session.jsBridgeKey);
    // Without a session the SDK looks for the wallet whose browser this is: in the list.
    const needsList = session.kind === 'none' && embeddedKey() !== null;
    giveWalletsList(connector, needsList ? ourList : Promise.resolve([]));
    await Promise.race([connector.restoreConnection(), walletKnown(core)]);
  } catch (error) {
    reportError(error);
  } finally {
    giveWalletsList(connector, ourList);
    if (!store.get().wallet && session.kind !== 'pending') forgetWallet(storage);
    store.set({ restoring: false });
  }
}

const walletKnown = ({ store }: Core): Promise<void> =>
  new Promise((resolve) => {
    if (store.get().wallet) return resolve();
    const stop = watch(
      store,
      (state) => state.wallet,
      () => {
        stop();
        resolve();
      },
    );
  });
