import type { Wallet } from '@tonconnect/sdk';
import { CHAIN } from '../controller/chain.js';
import type { Core } from '../controller/core.js';
import { TonConnectUIError } from '../controller/errors.js';
import type { Sdk } from '../controller/load-live.js';
import { closeModal } from '../controller/modal.js';
import type { WalletInfoWithOpenMethod } from '../controller/public-types.js';
import { tellError, tellStatus } from '../controller/status-listeners.js';
import { tellConnected } from '../events/connection-events.js';
import { orderedWallets } from '../wallets/list.js';
import { mergeWallets } from '../wallets/merge.js';
import { isWalletConnect, WALLET_CONNECT } from '../wallets/wallet-connect.js';
import type { Attempts } from './attempts.js';
import { forgetWallet, rememberedInfo, rememberWallet, withInfo } from './known-wallet.js';

/** Takes over what the connector says: a wallet has connected, or it is gone. */
export function adoptWallet(
  core: Core,
  attempts: Attempts,
  sdk: Sdk | undefined,
  wallet: Wallet | null,
): void {
  const { store, storage } = core;
  if (!wallet) {
    forgetWallet(storage);
    store.set({ wallet: null, address: null, action: null });
    tellStatus(core, null);
    return;
  }
  const info = infoAtHand(core, wallet);
  if (info) rememberWallet(storage, info);
  const { attempt, wallet: before } = store.get();
  store.set({ wallet: withInfo(wallet, info), address: addressOf(wallet, sdk), restoring: false });
  if (attempt && !before) tellConnected(core);
  attempts.settle();
  closeModal(core, 'wallet-selected');
  tellStatus(core, store.get().wallet);
  if (!info) void findInfo(core, wallet);
}

/** Picked in the sheet; else seen before; else in the list, if that is here. */
function infoAtHand({ store, storage }: Core, wallet: Wallet): WalletInfoWithOpenMethod | null {
  const { attempt, listed, includeWallets } = store.get();
  const { appName, features } = wallet.device;
  if (isWalletConnect(wallet.device)) return { ...WALLET_CONNECT, features };
  const picked = attempt?.selected;
  if (picked && (picked.wallet.appName === appName || wallet.provider === 'injected')) {
    return { ...picked.wallet, openMethod: picked.openMethod } as WalletInfoWithOpenMethod;
  }
  const found = mergeWallets(listed ?? [], includeWallets).find((info) => info.appName === appName);
  if (attempt && found) return { ...found, openMethod: 'qrcode' };
  return rememberedInfo(storage, wallet) ?? found ?? null;
}

/** A wallet answered before the list was here: its name and picture follow. */
async function findInfo(core: Core, wallet: Wallet): Promise<void> {
  const { appName } = wallet.device;
  const found = (await orderedWallets(core)).find((info) => info.appName === appName);
  const { wallet: now } = core.store.get();
  if (now?.account !== wallet.account) return;
  if (!found) {
    tellError(
      core,
      new TonConnectUIError(`Cannot find WalletInfo for the '${appName}' wallet`, {
        code: 'WALLET_INFO_NOT_FOUND',
      }),
    );
    return;
  }
  const info: WalletInfoWithOpenMethod = { ...found, openMethod: 'qrcode' };
  rememberWallet(core.storage, info);
  core.store.set({ wallet: withInfo(wallet, info) });
  tellStatus(core, core.store.get().wallet);
}

/** Without the SDK, or where it finds no address in it: what the wallet says. */
function addressOf({ account: { address, chain } }: Wallet, sdk: Sdk | undefined): string {
  try {
    return sdk?.toUserFriendlyAddress(address, chain === CHAIN.TESTNET) ?? address;
  } catch {
    return address;
  }
}
