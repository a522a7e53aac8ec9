import { CHAIN, type Wallet } from '@prichal/sdk';
import { TonConnectUIError } from '../errors/base-errors.js';
import { protocolCode, reasonOf, translateError } from '../errors/translate-error.js';
import {
  emitConnectError,
  emitConnected,
  emitRestored,
  emitRestoringStarted,
} from '../events/connection-events.js';
import type { ConnectionContext, WithStore } from '../internals.js';
import { isSame } from '../plain-object.js';
import type { Store, UiState } from '../state.js';
import { orderedWallets } from '../wallets/list.js';
import { mergeWallets } from '../wallets/sheet-wallets.js';
import {
  type CurrentWallet,
  checkRequiredWalletFeatures,
  type WalletInfoWithOpenMethod,
} from '../wallets/wallet-info.js';
import { isWalletConnect, WALLET_CONNECT } from '../wallets/ways-to-wallet.js';
import { createConnectRequest } from './connect-request.js';
import type { Connection, ConnectionCallbacks, ConnectRequest, Sdk } from './connector.js';
import {
  forgetWallet,
  noteAbsent,
  readSession,
  rememberedInfo,
  rememberWallet,
  withInfo,
} from './session.js';
import { join, leave, type Shared } from './shared-connector.js';

/**
 * Creates a connector, listens to it, and restores a stored session. With a custom connector, `sdk` can
 * be undefined.
 */
export function openConnection(
  internals: ConnectionContext,
  sdk: Sdk | undefined,
  callbacks: ConnectionCallbacks,
): Connection {
  const user = Symbol();
  const shared = join(internals, user, sdk);
  const { connector } = shared;
  const { restoring, wallet: shown } = internals.store.get();
  const stored =
    internals.settings.connector !== undefined || readSession(internals.storage).kind !== 'none';
  // If the widget was hidden meanwhile, it shows a wallet already.
  const hasToRestore =
    (internals.settings.restoreConnection && (restoring || (!connector.wallet && stored))) ||
    (shown !== null && !connector.wallet);
  if (hasToRestore) emitRestoringStarted(internals);
  const connectRequest = createConnectRequest(internals, connector, callbacks);
  const adopting = {
    connectRequest,
    callbacks: {
      ...callbacks,
      onGone: (gone: CurrentWallet | null) => callbacks.onGone(shared.leaving ? null : gone),
    },
    sdk,
  };
  const adopt = (wallet: Wallet | null): void => adoptWallet(internals, adopting, wallet);

  const unsubscribe = connector.onStatusChange(adopt, (error) => {
    const translated = translateError(error);
    const { attempt } = internals.store.get();
    if (attempt) {
      const code = protocolCode(translated);
      emitConnectError(internals, reasonOf(translated), code, attempt.traceId);
    }
    connectRequest.fail(translated);
    callbacks.onError(translated);
  });
  if (connector.wallet) adopt(connector.wallet);
  if (hasToRestore) void settle(internals, shared, () => adopt(null));

  return {
    connector,
    sdk,
    connectRequest,
    disconnect: shared.disconnect,
    dispose() {
      // Cancels only this widget's request. Another widget of the page may be connecting.
      if (internals.store.get().attempt) connectRequest.cancel();
      connectRequest.dispose();
      unsubscribe();
      leave(internals, shared, user);
    },
  };
}

/** Ends the restoring once it is known whether a stored session could be picked up. */
async function settle(
  internals: ConnectionContext,
  shared: Shared,
  onGone: () => void,
): Promise<void> {
  const { store, storage } = internals;
  if (!shared.connector.wallet) await shared.restored();
  // The widget was stopped meanwhile. The next connection restores the session.
  if (store.get().stopped) return;
  if (store.get().wallet && !shared.connector.wallet) onGone();
  // A wallet's stored details stay with its session, which an extension may restore the next time.
  if (readSession(storage).kind === 'none') forgetWallet(storage);
  endRestoring(store);
  emitRestored(internals);
}

/** The parts of a connection that change when a wallet connects. */
type Adopting = {
  connectRequest: ConnectRequest;
  callbacks: ConnectionCallbacks;
  /** Undefined if there is a custom connector and the SDK did not load. */
  sdk: Sdk | undefined;
};

/** Applies a change of the connector's wallet to the widget: it has connected or disconnected. */
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
  // The SDK reports the wallet again when the session has moved to another bridge.
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

/** Adds whether the wallet supports the required features, or else the preferred ones, as in the peer. */
function supported<I extends WalletInfoWithOpenMethod | null>({ store }: WithStore, info: I): I {
  const { walletsRequiredFeatures, walletsPreferredFeatures } = store.get();
  if (!info) return info;
  const asked = walletsRequiredFeatures ?? walletsPreferredFeatures;
  const isSupportRequiredFeatures = checkRequiredWalletFeatures(info.features ?? [], asked);
  return { ...info, isSupportRequiredFeatures };
}

/**
 * Returns the wallet's list entry without waiting for the list: the entry picked in the sheet, the
 * stored one, or the one in a loaded list.
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

/** Adds the name and picture of a wallet that connected before the list was loaded. */
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
 * Returns the user-friendly address. If the SDK is missing or cannot convert it, returns it unchanged.
 */
function addressOf({ account: { address, chain } }: Wallet, sdk: Sdk | undefined): string {
  try {
    return sdk?.toUserFriendlyAddress(address, chain === CHAIN.TESTNET) ?? address;
  } catch {
    return address;
  }
}

/*
 * The functions below are the only writers of `wallet`, `address`, `restoring` and `restored`.
 */

type WalletStore = Store<UiState>;

/** Sets the connected wallet and ends the restoring. */
export function setWallet(store: WalletStore, wallet: CurrentWallet, address: string): void {
  const { restoring, restored } = store.get();
  store.set({ wallet, address, restoring: false, restored: restoring || restored });
}

/** Replaces the connected wallet by the same wallet with its list details. */
export const setWalletDetails = (store: WalletStore, wallet: CurrentWallet): void =>
  store.set({ wallet });

export const clearWallet = (store: WalletStore): void => store.set({ wallet: null, address: null });

/**
 * Ends the restoring of a stored session. If no wallet is connected, removes the address that was shown
 * meanwhile.
 */
export function endRestoring(store: WalletStore): void {
  const { wallet, address } = store.get();
  store.set({ restoring: false, address: wallet && address });
}
