import type {
  CONNECT_EVENT_ERROR_CODES,
  ConnectionRestoringErrorEvent,
  ConnectionRestoringStartedEvent,
  SessionInfo,
  Wallet,
  WalletInfo,
} from '@prichal/sdk';
import { readObject } from '../connection/session.js';
import type { ConnectionContext, WithStore } from '../internals.js';
import { SESSION_KEY } from '../storage.js';
import { isChoosing } from '../store.js';
import { sheetWallets } from '../wallets/sheet-wallets.js';
import { dispatchOwn, emit, versions } from './emit.js';

type StoredKeys = { sessionKeyPair?: { publicKey?: string }; walletPublicKey?: string } | undefined;

/** Returns the client ids of the app and the wallet. */
export function sessionInfo({ storage }: ConnectionContext): SessionInfo {
  const keys = readObject(storage, SESSION_KEY)?.session as StoredKeys;
  return {
    clientId: keys?.sessionKeyPair?.publicKey ?? null,
    walletId: keys?.walletPublicKey ?? null,
  };
}

/**
 * Emits the events of an opened sheet: that a connection starts, and, when the list is loaded, the offered
 * wallets (`ton-connect-ui-wallet-modal-opened`).
 */
export function emitOpened(internals: ConnectionContext, traceId: string): void {
  emitStarted(internals, traceId);
  // The list may still be loading.
  const offer = (): void => {
    const wallets = visibleWallets(internals);
    const open = isChoosing(internals.store.get());
    if (open && !wallets[0]) return;
    stop();
    if (!open) return;
    emit(internals, 'createWalletModalOpenedEvent', wallets, clientId(internals), traceId);
  };
  const stop = internals.store.subscribe(offer);
  offer();
}

/** Emits `ton-connect-ui-connection-started`. */
export const emitStarted = (internals: ConnectionContext, traceId: string): void =>
  emit(internals, 'createConnectionStartedEvent', traceId);

/** The list in which the user picked a wallet. */
export type WalletsMenu = 'explicit_wallet' | 'main_screen' | 'other_wallets';

/** Emits `ton-connect-ui-selected-wallet`. `link` is empty if the wallet was not opened. */
export function emitSelected(
  internals: ConnectionContext,
  wallet: WalletInfo,
  menu: WalletsMenu,
  link = '',
): void {
  const wallets = visibleWallets(internals);
  const { traceId } = internals.store.get().modal;
  emit(
    internals,
    'createSelectedWalletEvent',
    wallets,
    wallet,
    menu,
    link,
    undefined,
    clientId(internals),
    traceId,
  );
}

/** Emits `ton-connect-ui-connection-completed`. */
export function emitConnected(internals: ConnectionContext): void {
  const { wallet, attempt } = internals.store.get();
  const session = sessionInfo(internals);
  emit(internals, 'createConnectionCompletedEvent', wallet, session, attempt?.traceId);
}

export const emitCancelled = (internals: ConnectionContext, traceId: string | undefined): void =>
  emitConnectError(internals, 'Connection was cancelled', undefined, traceId);

/** Emits `ton-connect-ui-connection-error`. */
export function emitConnectError(
  internals: ConnectionContext,
  message: string,
  code: CONNECT_EVENT_ERROR_CODES | undefined,
  traceId: string | undefined,
): void {
  const session = { clientId: clientId(internals), walletId: null };
  emit(internals, 'createConnectionErrorEvent', message, code, session, traceId);
}

/** Emits `ton-connect-ui-connection-restoring-started`. */
export const emitRestoringStarted = (internals: ConnectionContext): void =>
  emit(internals, 'createConnectionRestoringStartedEvent');

/**
 * Emits the events for a page without a stored session: a failed restoring, as in the peer. The SDK, which
 * creates the other events, is not loaded for them.
 */
export async function emitNothingToRestore(internals: ConnectionContext): Promise<void> {
  const started: ConnectionRestoringStartedEvent = {
    type: 'connection-restoring-started',
    custom_data: versions(),
    trace_id: null,
  };
  const failed: ConnectionRestoringErrorEvent = {
    ...started,
    type: 'connection-restoring-error',
    is_success: false,
    error_message: NOT_RESTORED,
  };
  await dispatchOwn(internals, started);
  await dispatchOwn(internals, failed);
}

const NOT_RESTORED = 'Connection was not restored';

/** Emits `ton-connect-ui-connection-restoring-completed` or `-error`. */
export function emitRestored(internals: ConnectionContext): void {
  const { wallet } = internals.store.get();
  const session = sessionInfo(internals);
  if (wallet) emit(internals, 'createConnectionRestoringCompletedEvent', wallet, session);
  else emit(internals, 'createConnectionRestoringErrorEvent', NOT_RESTORED);
}

/** Emits `ton-connect-ui-disconnection`. */
export function emitDisconnected(
  internals: ConnectionContext,
  wallet: Wallet | null,
  scope: 'dapp' | 'wallet',
  traceId?: string,
): void {
  emit(internals, 'createDisconnectionEvent', wallet, scope, sessionInfo(internals), traceId);
}

/** Returns the names of the sheet's wallets, in its order. */
const visibleWallets = ({ store }: WithStore): string[] =>
  (sheetWallets(store.get()) ?? [])
    .filter(({ support }) => support !== 'lacks-required')
    .map(({ wallet }) => wallet.name);

/** Returns the client ID of the pending request. */
const clientId = ({ store }: WithStore): string | null =>
  /[?&]id=(\w+)/.exec(store.get().attempt?.link ?? '')?.[1] ?? null;
