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
 * The wallets sheet and the single-wallet sheet are one sheet with two ways in. At most one is open.
 */

/**
 * The last attempt is cleared only after this is set: a sheet that is closed, with no attempt, is for
 * `connectWallet` a sheet that the visitor has given up.
 */
const OPENED = { status: 'opened', closeReason: null } as const;
/** Gave way to the other way in: nobody has cancelled, and no wallet was picked. */
const REPLACED = { status: 'closed', closeReason: null } as const;

/**
 * Opens the sheet once its chunk is here; one that is open keeps its request. Resolves when the state
 * says opened, or the sheet was closed or the widget taken down meanwhile.
 * @throws TonConnectUIError `DESTROYED` when the widget is not in use any more, `NOT_LOADED`.
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
 * @throws TonConnectUIError when the list has no wallet of that name or app name.
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

/** Waits for the sheet. False when nobody wants it any more: closed, destroyed, or connected meanwhile. */
async function sheetIsReady(internals: RequestContext, signal: AbortSignal): Promise<boolean> {
  try {
    await prepareSheet(internals, true);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted && !internals.store.get().wallet;
}

/**
 * Starts loading the list and waits for the sheet's code. The SDK, which is slow to start, comes
 * last: behind the sheet's first frame when the visitor has `pressed`, otherwise when the page is
 * idle.
 */
export async function prepareSheet(internals: RequestContext, pressed = false): Promise<void> {
  void listWallets(internals).catch(() => undefined);
  await internals.widget.load();
  afterPaint(() => prepareConnection(internals), pressed);
}

/** The SDK, and with it whether WalletConnect is a wallet of the list. */
export function prepareConnection({ store, connection }: RequestContext): void {
  if (store.get().stopped) return;
  connection.load().then(
    // This is asked at each opening, because an app may set WalletConnect up at any time. Inside
    // Telegram its tile is not offered.
    ({ sdk }) => store.set({ walletConnect: !isTelegram() && sdk?.isWalletConnectInitialized() }),
    () => undefined,
  );
}

export function closeModal(internals: ConnectionContext, reason: WalletsModalCloseReason): void {
  const { store, connection } = internals;
  const closed = { status: 'closed', closeReason: reason } as const;
  const { modal, singleWalletModal, wallet } = store.get();
  const opened = isChoosing(store.get());
  // The sheet was closed for a wallet that has not answered yet; that request can be cancelled too.
  const awaits = modal.closeReason === 'wallet-selected' && !wallet;
  if (modal.status === 'opened' || awaits) store.set({ modal: closed });
  if (singleWalletModal.status === 'opened') store.set({ singleWalletModal: closed });
  if (reason !== 'action-cancelled') return;
  if (opened && !('type' in modal)) emitCancelled(internals, modal.traceId);
  connection.current?.connectRequest.cancel();
}

/** Shows the one wallet's screen again: its request, for which the sheet was closed, has failed. */
export const reopenForWallet = (store: Store<UiState>, walletInfo: WalletInfo): void =>
  store.set({ singleWalletModal: { ...OPENED, walletInfo } });

/** Opens the sheet that says that the connected wallet cannot do what was asked. */
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

/**
 * Closes whatever of the widget is open, without an event or a reason: the widget is being stopped.
 */
export function putAway({ store }: WithStore): void {
  const closed = { status: 'closed', closeReason: null } as const;
  store.set({ modal: closed, singleWalletModal: closed });
  clearAttempt(store);
  setRequests(store, []);
}

/** A request that is over. Only its notice is left, until it has closed. */
export const closing = (one: ActionState): ActionState => ({
  ...one,
  open: false,
  notice: one.notice && 'closing',
});

export const setRequests = (store: Store<UiState>, requests: readonly ActionState[]): void =>
  store.set({ requests });

/** Ends all requests, which cancels them: each watches its entry. The notices of results stay. */
export const clearActions = (store: Store<UiState>): void =>
  setRequests(
    store,
    store
      .get()
      .requests.map((one) => (one.open ? closing(one) : one))
      .filter(({ notice }) => notice),
  );

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

/**
 * Asks the wallet in whose own browser the page is open, or waits for the proof that it has to be asked
 * for. Not when it was given up meanwhile.
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
 * An id for the events of one connection: a UUID of version 7, as the SDK's are (RFC 9562: 48 bits of
 * milliseconds, then random ones).
 */
export function newTraceId(): string {
  let hex = Date.now().toString(16).padStart(12, '0');
  for (const byte of crypto.getRandomValues(new Uint8Array(10))) {
    hex += byte.toString(16).padStart(2, '0');
  }
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-7$3-8$4-$5');
}
