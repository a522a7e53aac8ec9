import { CHAIN, type Wallet } from '@prichal/sdk';
import { TonConnectUIError } from '../errors/base-errors.js';
import { emitConnected } from '../events/connection-events.js';
import { forgetWallet, rememberedInfo, rememberWallet, withInfo } from '../storage/known-wallet.js';
import { noteAbsent } from '../storage/session.js';
import type { ConnectionCallbacks, ConnectRequest, Sdk } from '../types/connection.js';
import type { ConnectionContext, WithStore } from '../types/internals.js';
import { isSame } from '../types/plain-object.js';
import type { WalletInfoWithOpenMethod } from '../types/wallets.js';
import { checkRequiredWalletFeatures } from '../wallets/features.js';
import { orderedWallets } from '../wallets/list.js';
import { mergeWallets } from '../wallets/merge-wallets.js';
import { isWalletConnect, WALLET_CONNECT } from '../wallets/wallet-connect.js';
import { clearWallet, setWallet, setWalletDetails } from './connected-wallet.js';

/** The parts of a connection that change when a wallet connects. */
type Adopting = {
  connectRequest: ConnectRequest;
  callbacks: ConnectionCallbacks;
  /** Undefined when the SDK could not be loaded beside a connector of the caller's own. */
  sdk: Sdk | undefined;
};

/**
 * Takes a change of the connector's wallet over into the widget: one has connected, or it is gone.
 */
export function adoptWallet(
  internals: ConnectionContext,
  { connectRequest, callbacks, sdk }: Adopting,
  wallet: Wallet | null,
): void {
  const { store, storage } = internals;
  noteAbsent(storage, false);
  if (!wallet) {
    const { wallet: gone } = store.get();
    forgetWallet(storage);
    clearWallet(store);
    callbacks.onGone(gone);
    return;
  }
  const { attempt, wallet: before } = store.get();
  // The SDK says it once more when the session has moved to another bridge.
  if (before && isSame(before.account, wallet.account) && isSame(before.device, wallet.device)) {
    return;
  }
  const info = supported(internals, infoAtHand(internals, wallet));
  const address = addressOf(wallet, sdk);
  if (info) rememberWallet(storage, info, address);
  setWallet(store, withInfo(wallet, info), address);
  if (attempt && !before) emitConnected(internals);
  connectRequest.settle();
  callbacks.onConnected();
  if (!info) void findInfo(internals, callbacks, wallet, address);
}

/** As the peer's, the wallet says whether it can do what the app requires, or else would like. */
function supported<I extends WalletInfoWithOpenMethod | null>({ store }: WithStore, info: I): I {
  const { walletsRequiredFeatures, walletsPreferredFeatures } = store.get();
  if (!info) return info;
  const asked = walletsRequiredFeatures ?? walletsPreferredFeatures;
  const isSupportRequiredFeatures = checkRequiredWalletFeatures(info.features ?? [], asked);
  return { ...info, isSupportRequiredFeatures };
}

/**
 * The wallet's entry without waiting for the list: as picked in the sheet, else as stored, else
 * from the list if it has loaded.
 */
function infoAtHand(
  { store, storage }: ConnectionContext,
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

/** Adds name and picture to a wallet that connected before the list had loaded. */
async function findInfo(
  internals: ConnectionContext,
  callbacks: ConnectionCallbacks,
  wallet: Wallet,
  address: string,
): Promise<void> {
  const { appName } = wallet.device;
  const found = (await orderedWallets(internals)).find((info) => info.appName === appName);
  const { wallet: now } = internals.store.get();
  if (now?.account !== wallet.account) return;
  if (!found) {
    callbacks.onError(
      new TonConnectUIError(`Cannot find WalletInfo for the '${appName}' wallet`, {
        code: 'WALLET_INFO_NOT_FOUND',
      }),
    );
    return;
  }
  const info = supported(internals, { ...found, openMethod: 'qrcode' });
  rememberWallet(internals.storage, info, address);
  setWalletDetails(internals.store, withInfo(wallet, info));
  callbacks.onWalletDetails();
}

/**
 * The user-friendly address; the wallet's own text when the SDK is missing or cannot convert it.
 */
function addressOf({ account: { address, chain } }: Wallet, sdk: Sdk | undefined): string {
  try {
    return sdk?.toUserFriendlyAddress(address, chain === CHAIN.TESTNET) ?? address;
  } catch {
    return address;
  }
}
