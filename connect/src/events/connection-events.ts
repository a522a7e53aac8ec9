import type {
  ConnectionRestoringErrorEvent,
  ConnectionRestoringStartedEvent,
  SessionInfo,
  Wallet,
  WalletInfo,
} from '@tonconnect/sdk';
import type { CONNECT_EVENT_ERROR_CODES } from '../errors/error-codes.js';
import { SESSION_KEY } from '../storage/session-hint.js';
import { readObject } from '../storage/storage.js';
import { isChoosing } from '../store/selectors.js';
import type { Internals } from '../types/internals.js';
import { sheetWallets } from '../wallets/sheet-wallets.js';
import { dispatch, emit, NAMED_VERSION, sdkVersion } from './emit.js';

type StoredKeys = { sessionKeyPair?: { publicKey?: string }; walletPublicKey?: string } | undefined;

/** The ids under which app and wallet talk to each other. */
export function sessionInfo({ storage }: Internals): SessionInfo {
  const keys = readObject(storage, SESSION_KEY)?.session as StoredKeys;
  return {
    clientId: keys?.sessionKeyPair?.publicKey ?? null,
    walletId: keys?.walletPublicKey ?? null,
  };
}

/**
 * The sheet was opened. Emits that a connection begins, and, once the list has loaded, which
 * wallets are offered.
 */
export function emitOpened(internals: Internals, traceId: string): void {
  emitStarted(internals, traceId);
  // The list may still be loading.
  const offer = (): void => {
    const wallets = visibleWallets(internals);
    const open = isChoosing(internals.store.get());
    if (open && !wallets[0]) return;
    stop();
    if (!open) return;
    const id = clientId(internals);
    emit(internals, 'ton-connect-ui-wallet-modal-opened', (sdk, version) =>
      sdk.createWalletModalOpenedEvent(version, wallets, id, traceId),
    );
  };
  const stop = internals.store.subscribe(offer);
  offer();
}

/** A connection begins. */
export const emitStarted = (internals: Internals, traceId: string): void =>
  emit(internals, 'ton-connect-ui-connection-started', (sdk, version) =>
    sdk.createConnectionStartedEvent(version, traceId),
  );

/** In which list a wallet was picked. */
export type WalletsMenu = 'explicit_wallet' | 'main_screen' | 'other_wallets';

/** A wallet was picked, and maybe opened by `link`. */
export function emitSelected(
  internals: Internals,
  wallet: WalletInfo,
  menu: WalletsMenu,
  link = '',
): void {
  const wallets = visibleWallets(internals);
  const id = clientId(internals);
  const { traceId } = internals.store.get().modal;
  emit(internals, 'ton-connect-ui-selected-wallet', (sdk, version) =>
    sdk.createSelectedWalletEvent(version, wallets, wallet, menu, link, undefined, id, traceId),
  );
}

export function emitConnected(internals: Internals): void {
  const { wallet, attempt } = internals.store.get();
  const session = sessionInfo(internals);
  emit(internals, 'ton-connect-ui-connection-completed', (sdk, version) =>
    sdk.createConnectionCompletedEvent(version, wallet, session, attempt?.traceId),
  );
}

export const emitCancelled = (internals: Internals, traceId: string | undefined): void =>
  emitConnectError(internals, 'Connection was cancelled', undefined, traceId);

export function emitConnectError(
  internals: Internals,
  message: string,
  code: CONNECT_EVENT_ERROR_CODES | undefined,
  traceId: string | undefined,
): void {
  const session = { clientId: clientId(internals), walletId: null };
  emit(internals, 'ton-connect-ui-connection-error', (sdk, version) =>
    sdk.createConnectionErrorEvent(version, message, code, session, traceId),
  );
}

export const emitRestoringStarted = (internals: Internals): void =>
  emit(internals, 'ton-connect-ui-connection-restoring-started', (sdk, version) =>
    sdk.createConnectionRestoringStartedEvent(version),
  );

/**
 * There was nothing to pick up. The peer tells of it as of a restoring that failed; the SDK, which makes
 * the other events, is not loaded for it.
 */
export async function emitNothingToRestore({ settings }: Internals): Promise<void> {
  const custom_data = {
    ton_connect_sdk_lib: sdkVersion.current,
    ton_connect_ui_lib: NAMED_VERSION,
  };
  const started: ConnectionRestoringStartedEvent = {
    type: 'connection-restoring-started',
    custom_data,
    trace_id: null,
  };
  const error: ConnectionRestoringErrorEvent = {
    type: 'connection-restoring-error',
    is_success: false,
    error_message: NOT_RESTORED,
    trace_id: null,
    custom_data,
  };
  const own = settings.eventDispatcher;
  await dispatch(own, 'ton-connect-ui-connection-restoring-started', started);
  await dispatch(own, 'ton-connect-ui-connection-restoring-error', error);
}

const NOT_RESTORED = 'Connection was not restored';

/** How the restoring has ended. */
export function emitRestored(internals: Internals): void {
  const { wallet } = internals.store.get();
  const session = sessionInfo(internals);
  if (wallet) {
    emit(internals, 'ton-connect-ui-connection-restoring-completed', (sdk, version) =>
      sdk.createConnectionRestoringCompletedEvent(version, wallet, session),
    );
  } else {
    emit(internals, 'ton-connect-ui-connection-restoring-error', (sdk, version) =>
      sdk.createConnectionRestoringErrorEvent(version, NOT_RESTORED),
    );
  }
}

export function emitDisconnected(
  internals: Internals,
  wallet: Wallet | null,
  scope: 'dapp' | 'wallet',
  traceId?: string,
): void {
  const session = sessionInfo(internals);
  emit(internals, 'ton-connect-ui-disconnection', (sdk, version) =>
    sdk.createDisconnectionEvent(version, wallet, scope, session, traceId),
  );
}

/** Names of the wallets that the sheet offers, in its order. */
const visibleWallets = ({ store }: Internals): string[] =>
  (sheetWallets(store.get()) ?? [])
    .filter(({ support }) => support !== 'lacks-required')
    .map(({ wallet }) => wallet.name);

/** The id under which the pending request is sent. */
const clientId = ({ store }: Internals): string | null =>
  /[?&]id=(\w+)/.exec(store.get().attempt?.link ?? '')?.[1] ?? null;
