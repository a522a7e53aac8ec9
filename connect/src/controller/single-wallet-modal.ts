import { orderedWallets } from '../wallets/list.js';
import { findWallet } from '../wallets/wallet-info.js';
import type { Core } from './core.js';
import { TonConnectUIError } from './errors.js';
import { prepareSheet } from './modal.js';

/** @throws TonConnectUIError when the list has no wallet of that name or app name. */
export async function openSingleWalletModal(core: Core, name: string): Promise<void> {
  const walletInfo = findWallet(await orderedWallets(core), name);
  if (!walletInfo) {
    throw new TonConnectUIError(`Trying to open modal window with unknown wallet "${name}".`);
  }
  await prepareSheet(core);
  if (core.store.get().wallet) return;
  core.store.set({
    attempt: null,
    singleWalletModal: { status: 'opened', closeReason: null, walletInfo },
  });
}
