import type { Wallet } from '@tonconnect/sdk';
import { closeModal } from '../controller/modal.js';
import { notifyError, notifyStatus } from '../controller/status-listeners.js';
import { TonConnectUIError } from '../errors/base-errors.js';
import { emitConnected } from '../events/connection-events.js';
import { CHAIN } from '../protocol/chain.js';
import { forgetWallet, rememberedInfo, rememberWallet, withInfo } from '../storage/known-wallet.js';
import type { ConnectRequest, Sdk } from '../types/connection.js';
import type { Internals } from '../types/internals.js';
import type { WalletInfoWithOpenMethod } from '../types/wallets.js';
import { orderedWallets } from '../wallets/list.js';
import { mergeWallets } from '../wallets/merge-wallets.js';
import { isWalletConnect, WALLET_CONNECT } from '../wallets/wallet-connect.js';

/** Takes over what the connector says: a wallet has connected, or it is gone. */
export function adoptWallet(
  internals: Internals,
  connectRequest: ConnectRequest,
  sdk: Sdk | undefined,
  wallet: Wallet | null,
): void {
  const { store, storage } = internals;
  if (!wallet) {
    forgetWallet(storage);
    store.set({ wallet: null, address: null, action: null });
    notifyStatus(internals, null);
    return;
  }
  const info = infoAtHand(internals, wallet);
  if (info) rememberWallet(storage, info);
  const { attempt, wallet: before } = store.get();
  store.set({ wallet: withInfo(wallet, info), address: addressOf(wallet, sdk), restoring: false });
  if (attempt && !before) emitConnected(internals);
  connectRequest.settle();
  closeModal(internals, 'wallet-selected');
  notifyStatus(internals, store.get().wallet);
  if (!info) void findInfo(internals, wallet);
}

/** Picked in the sheet; else seen before; else in the list, if that is here. */
function infoAtHand(
  { store, storage }: Internals,
  wallet: Wallet,
): WalletInfoWithOpenMethod | null {
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
async function findInfo(internals: Internals, wallet: Wallet): Promise<void> {
  const { appName } = wallet.device;
  const found = (await orderedWallets(internals)).find((info) => info.appName === appName);
  const { wallet: now } = internals.store.get();
  if (now?.account !== wallet.account) return;
  if (!found) {
    notifyError(
      internals,
      new TonConnectUIError(`Cannot find WalletInfo for the '${appName}' wallet`, {
        code: 'WALLET_INFO_NOT_FOUND',
      }),
    );
    return;
  }
  const info: WalletInfoWithOpenMethod = { ...found, openMethod: 'qrcode' };
  rememberWallet(internals.storage, info);
  internals.store.set({ wallet: withInfo(wallet, info) });
  notifyStatus(internals, internals.store.get().wallet);
}

/** Without the SDK, or where it finds no address in it: what the wallet says. */
function addressOf({ account: { address, chain } }: Wallet, sdk: Sdk | undefined): string {
  try {
    return sdk?.toUserFriendlyAddress(address, chain === CHAIN.TESTNET) ?? address;
  } catch {
    return address;
  }
}
