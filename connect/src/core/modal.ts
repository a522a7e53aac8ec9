import type { OptionalTraceable, WalletInfo } from '@prichal/sdk';
import { isTelegram } from '@prichal/telegram';
import { clearAttempt } from './connection/connect-request.js';
import { embeddedKey } from './device/injected-wallets.js';
import { TonConnectUIError } from './errors/base-errors.js';
import type { WalletNotSupportFeatureError } from './errors/wallet-errors.js';
import {
  emitCancelled,
  emitOpened,
  emitSelected,
  emitStarted,
} from './events/connection-events.js';
import type { ConnectionContext, RequestContext, WidgetView, WithStore } from './internals.js';
import { afterPaint } from './loading/after-paint.js';
import { isObject } from './objects.js';
import type {
  ActionState,
  ChooseSupportedFeatureWalletsModal,
  Store,
  UiState,
  WalletsModalCloseReason,
} from './state.js';
import { assertInUse, isChoosing, watch } from './store.js';
import { listWallets, orderedWallets } from './wallets/list.js';
import {
  type ConnectedWallet,
  findWallet,
  isWalletInfoInjectable,
  TELEGRAM_WALLET,
} from './wallets/wallet-info.js';

/*
 * The wallets sheet and the single-wallet sheet are one sheet that opens at two screens. At most one is
 * open.
 */

/**
 * Set before the last attempt is cleared: `connectWallet` takes a closed sheet without an attempt for a
 * cancelled one.
 */
const OPENED = { status: 'opened', closeReason: null } as const;
/** Replaced by the other screen. No close reason, because nothing was cancelled or picked. */
const REPLACED = { status: 'closed', closeReason: null } as const;

/**
 * Opens the sheet when its chunk is loaded. An open sheet keeps its request. Resolves when the state is
 * `opened`, or when the sheet is closed or the widget is stopped before that.
 * @throws TonConnectUIError `DESTROYED` if the widget was stopped before the call, `NOT_LOADED` if the
 *   sheet's chunk could not be loaded.
 */
export async function openModal(
  internals: WidgetView,
  { traceId = newTraceId() }: OptionalTraceable = {},
): Promise<void> {
  assertInUse(internals);
  const { store, opening } = internals;
  if (store.get().wallet) return;
  const key = embeddedKey();
  if (key !== null) return connectEmbedded(internals, key, traceId);
  if (!(await sheetIsReady(internals, opening.signal))) return;
  const { modal, singleWalletModal: single } = store.get();
  if (modal.status === 'opened') return;
  store.set({
    modal: { ...OPENED, traceId },
    singleWalletModal: single.status === 'opened' ? REPLACED : single,
  });
  clearAttempt(store);
  emitOpened(internals, traceId);
}

/**
 * Opens the sheet at one wallet, like `openModal`.
 * @throws TonConnectUIError if the list has no wallet with this name or app name.
 */
export async function openSingleWalletModal(internals: WidgetView, name: string): Promise<void> {
  assertInUse(internals);
  const { store, opening } = internals;
  const walletInfo = findWallet(await orderedWallets(internals), name);
  if (!walletInfo) {
    const cause =
      name === TELEGRAM_WALLET
        ? new TonConnectUIError('@wallet bot not found in the wallets list')
        : undefined;
    throw new TonConnectUIError(`Trying to open modal window with unknown wallet "${name}".`, {
      code: 'UNKNOWN_WALLET',
      cause,
    });
  }
  if (!(await sheetIsReady(internals, opening.signal))) return;
  const { modal, singleWalletModal: single } = store.get();
  if (single.status === 'opened' && single.walletInfo.name === walletInfo.name) return;
  store.set({
    modal: modal.status === 'opened' ? REPLACED : modal,
    singleWalletModal: { ...OPENED, walletInfo },
  });
  clearAttempt(store);
  emitOpened(internals, newTraceId());
  emitSelected(internals, walletInfo, 'explicit_wallet');
}

/** Waits for the sheet. Returns false if it was closed, stopped or connected meanwhile. */
async function sheetIsReady(internals: RequestContext, signal: AbortSignal): Promise<boolean> {
  try {
    await prepareSheet(internals, true);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted && !internals.store.get().wallet;
}

/**
 * Starts loading the list and waits for the sheet's code. The SDK is slow to start, so it loads last:
 * after the sheet's first frame if the user has `pressed`, otherwise when the page is idle.
 */
export async function prepareSheet(internals: RequestContext, pressed = false): Promise<void> {
  void listWallets(internals).catch(() => undefined);
  await internals.widget.load();
  afterPaint(() => prepareConnection(internals), pressed);
}

/** Loads the SDK and updates whether the list includes WalletConnect. */
export function prepareConnection({ store, connection }: RequestContext): void {
  if (store.get().stopped) return;
  connection.load().then(
    // Checked at each opening, because an app can set up WalletConnect at any time. Its tile is not shown
    // inside Telegram.
    ({ sdk }) => store.set({ walletConnect: !isTelegram() && sdk?.isWalletConnectInitialized() }),
    () => undefined,
  );
}

export function closeModal(internals: ConnectionContext, reason: WalletsModalCloseReason): void {
  const { store, connection } = internals;
  const closed = { status: 'closed', closeReason: reason } as const;
  const { modal, singleWalletModal, wallet } = store.get();
  const opened = isChoosing(store.get());
  // The sheet was closed for a wallet that has not answered yet. That request can be cancelled too.
  const awaits = modal.closeReason === 'wallet-selected' && !wallet;
  if (modal.status === 'opened' || awaits) store.set({ modal: closed });
  if (singleWalletModal.status === 'opened') store.set({ singleWalletModal: closed });
  if (reason !== 'action-cancelled') return;
  if (opened && !('type' in modal)) emitCancelled(internals, modal.traceId);
  connection.current?.connectRequest.cancel();
}

/** Shows a wallet's screen again after the request that closed the sheet has failed. */
export const reopenForWallet = (store: Store<UiState>, walletInfo: WalletInfo): void =>
  store.set({ singleWalletModal: { ...OPENED, walletInfo } });

/** Opens the sheet for a request that the connected wallet does not support. */
export function offerAnotherWallet(
  internals: RequestContext,
  { cause }: WalletNotSupportFeatureError,
): void {
  const requiredFeature = isObject(cause) ? cause.requiredFeature : undefined;
  if (!isObject(requiredFeature)) return;
  internals.store.set({
    modal: {
      ...OPENED,
      type: 'wallet-not-support-feature',
      requiredFeature: requiredFeature as ChooseSupportedFeatureWalletsModal['requiredFeature'],
    },
  });
  internals.widget.load().catch(() => undefined);
}

/** Closes everything that is open when the widget stops. Emits no event and sets no reason. */
export function putAway({ store }: WithStore): void {
  const closed = { status: 'closed', closeReason: null } as const;
  store.set({ modal: closed, singleWalletModal: closed });
  clearAttempt(store);
  setRequests(store, []);
}

/** Returns a finished request. Only its notice is left, until it has closed. */
export const closing = (one: ActionState): ActionState => ({
  ...one,
  open: false,
  notice: one.notice && 'closing',
});

export const setRequests = (store: Store<UiState>, requests: readonly ActionState[]): void =>
  store.set({ requests });

/** Cancels all requests: each watches its entry in the store. The notices of results stay. */
export const clearActions = (store: Store<UiState>): void =>
  setRequests(
    store,
    store
      .get()
      .requests.map((one) => (one.open ? closing(one) : one))
      .filter(({ notice }) => notice),
  );

/**
 * Waits until a wallet is connected, after the sheet was opened or an embedded wallet got a request.
 * @throws TonConnectUIError 'Wallet was not connected' if the sheet is closed without a wallet, the
 * wallet rejects the request, or the widget is stopped. `cause` is the reason.
 */
export async function waitForWallet(internals: WithStore): Promise<ConnectedWallet> {
  assertInUse(internals);
  const { store } = internals;
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const state = store.get();
      const { wallet, attempt, stopped } = state;
      // An embedded wallet and WalletConnect continue without a sheet.
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

/**
 * Sends a connect request to the wallet whose in-app browser shows this page, or waits until the proof
 * is ready. Does nothing if it was cancelled meanwhile.
 */
export async function connectEmbedded(
  internals: WidgetView,
  jsBridgeKey: string,
  traceId: string,
): Promise<void> {
  const { signal } = internals.opening;
  emitStarted(internals, traceId);
  const [{ connectRequest }, wallets] = await Promise.all([
    internals.connection.load(),
    listWallets(internals),
  ]);
  const wallet = wallets
    .filter(isWalletInfoInjectable)
    .find((candidate) => candidate.jsBridgeKey === jsBridgeKey);
  if (signal.aborted || internals.store.get().wallet) return;
  connectRequest.inPage(wallet ?? unlisted(jsBridgeKey));
}

const unlisted = (jsBridgeKey: string) => ({
  name: jsBridgeKey,
  appName: jsBridgeKey,
  imageUrl: '',
  aboutUrl: '',
  platforms: [],
  jsBridgeKey,
  injected: true,
  embedded: true,
});

/**
 * Creates an id for the events of one connection: a UUID version 7, as in the SDK (RFC 9562: 48 bits of
 * Unix milliseconds, then random bits).
 */
export function newTraceId(): string {
  let hex = Date.now().toString(16).padStart(12, '0');
  for (const byte of crypto.getRandomValues(new Uint8Array(10))) {
    hex += byte.toString(16).padStart(2, '0');
  }
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-7$3-8$4-$5');
}
