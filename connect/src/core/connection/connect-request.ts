import type { ITonConnect } from '@prichal/sdk';
import type { TonConnectError } from '../errors/base-errors.js';
import { translateError } from '../errors/translate-error.js';
import type { ConnectionContext } from '../internals.js';
import type { ConnectRequestParameters, Store, UiState } from '../state.js';
import { isChoosing, watch } from '../store.js';
import { isWalletInfoCurrentlyEmbedded } from '../wallets/wallet-info.js';
import { WALLET_CONNECT } from '../wallets/ways-to-wallet.js';
import type {
  ConnectFailure,
  ConnectionAttempt,
  ConnectionCallbacks,
  ConnectRequest,
} from './connector.js';
import { asOwnConnector, type OwnConnector } from './connector.js';
import { readSession, SESSION_KEY } from './session.js';

type ConnectState = 'idle' | 'waiting' | 'asked' | 'failed';

const ANY = ['idle', 'waiting', 'asked'] as const;
const BEGUN = [...ANY, 'failed'] as const;

/**
 * The states of a connect request. An event has the name of the state that it leads to. Each state lists the
 * events that it handles, and ignores all others. `idle` is the first state, and the state after a request was
 * cancelled or a wallet connected. `waiting`: for the proof, or for the answer to an earlier request.
 */
export const CONNECT_STATES: Record<ConnectState, readonly ConnectState[]> = {
  idle: ANY,
  waiting: BEGUN,
  asked: BEGUN,
  failed: BEGUN,
};

/** A request that an extension has not answered. */
type PendingExtension = NonNullable<ReturnType<OwnConnector['onExtensionAnswer']>>;

/*
 * Requests are sent to a list of bridges, even to a single one: the connector then returns a `tc://` link,
 * from which the links of all wallets are derived (links.ts).
 */
export function createConnectRequest(
  { store, storage }: ConnectionContext,
  connector: ITonConnect,
  callbacks: ConnectionCallbacks,
): ConnectRequest {
  const extended = asOwnConnector(connector);
  let state: ConnectState = 'idle';
  let abort: AbortController | null = null;
  let asked: ConnectRequestParameters | null = null;
  let sent = 0;
  /** Our sheet was closed for WalletConnect, and has to open again if the request fails. */
  let sheetGone = false;
  /** Sends the request to an embedded wallet when the proof is ready. */
  let waiting: (() => void) | null = null;
  let stopWatching: (() => void) | undefined;
  /** Requests that extensions have not answered, by the wallet's `appName`. */
  const unanswered = new Map<
    string,
    { request: ConnectRequestParameters; extension: PendingExtension }
  >();

  const update = (patch: Partial<ConnectionAttempt>): void => {
    const { attempt } = store.get();
    if (attempt) store.set({ attempt: { ...attempt, ...patch } });
  };
  /** Returns false if the current state ignores the event. */
  const enter = (event: ConnectState, patch?: Partial<ConnectionAttempt>): boolean => {
    if (!CONNECT_STATES[state].includes(event)) return false;
    state = event;
    stopWatching?.();
    if (event !== 'failed') {
      abort?.abort();
      abort = null;
      waiting = null;
      sheetGone = false;
    }
    const active = event === 'waiting' || event === 'asked';
    if (active) store.set({ attempt: { ...NEW, ...patch } });
    else update({ ...patch, active });
    return true;
  };

  const send = <S extends Parameters<ITonConnect['connect']>[0]>(
    source: S,
    begun: Partial<ConnectionAttempt>,
  ): string | null => {
    const { connectRequest, modal, attempt: before } = store.get();
    const traceId = modal.traceId ?? before?.traceId;
    const attempt = { ...begun, traceId };
    asked = connectRequest;
    if (connectRequest.state === 'loading') {
      enter('waiting', attempt);
      return null;
    }
    enter('asked', attempt);
    abort = new AbortController();
    sent = Date.now();
    try {
      const link: unknown = connector.connect(source, connectRequest.value, {
        signal: abort.signal,
        ...(traceId ? { traceId } : {}),
      });
      const made = typeof link === 'string' ? link : null;
      update({ link: made });
      if (made) stopWatching = extended?.onUnreachedBridges((unreached) => update({ unreached }));
      return made;
    } catch (error) {
      enter('failed', { failure: failureOf(translateError(error)) });
      return null;
    }
  };

  /** Returns the pending attempt if it matches `ours` and requests the same items. Otherwise null. */
  const kept = (ours: (attempt: ConnectionAttempt) => boolean): ConnectionAttempt | null => {
    const { attempt, connectRequest } = store.get();
    const goes = state === 'asked' && asked === connectRequest;
    return goes && attempt && ours(attempt) ? attempt : null;
  };

  /** Sends the request to an extension. Its answer is handled even if the user cancels meanwhile. */
  const askExtension = (
    jsBridgeKey: string,
    appName: string,
    begun: Partial<ConnectionAttempt>,
  ): void => {
    const { connectRequest } = store.get();
    if (unanswered.get(appName)?.request === connectRequest) {
      enter('waiting', begun);
      return;
    }
    unanswered.get(appName)?.extension.dispose();
    unanswered.delete(appName);
    send({ jsBridgeKey }, begun);
    if (state !== 'asked') return;
    const { attempt: sent } = store.get();
    const extension = extended?.onExtensionAnswer(({ approved, late }) => {
      unanswered.delete(appName);
      const { attempt } = store.get();
      // A rejection is shown only if the user still waits for it.
      if (!approved) return attempt?.inPage === appName && attempt.active;
      // The screen may show another attempt or none.
      if (late) store.set({ attempt: sent });
      return true;
    });
    if (extension) unanswered.set(appName, { request: connectRequest, extension });
  };

  const unwatch = watch(
    store,
    ({ connectRequest }) => connectRequest.state,
    (proof) => proof === 'ready' && waiting?.(),
  );

  return {
    overBridges(bridges, selected, fresh = false) {
      const attempt = kept(
        (one) => one.link !== null && bridges.every((url) => one.bridges.includes(url)),
      );
      if (attempt && !fresh) {
        update({ selected });
        return attempt.link;
      }
      return send(
        bridges.map((bridgeUrl) => ({ bridgeUrl })),
        { bridges, selected },
      );
    },
    inPage(wallet) {
      const { appName } = wallet;
      if (kept((one) => one.inPage === appName)) return;
      const selected = { wallet, openMethod: 'extension' } as const;
      const attempt = { selected, inPage: appName };
      if ('jsBridgeKey' in wallet) {
        const ask = (): void => askExtension(wallet.jsBridgeKey, appName, attempt);
        ask();
        // No screen retries this request when the proof is ready.
        if (isWalletInfoCurrentlyEmbedded(wallet) && asked?.state === 'loading') waiting = ask;
        return;
      }
      send({ type: 'wallet-connect' }, attempt);
      // WalletConnect's sheet would be hidden and inert under our modal dialog.
      if (state !== 'asked') return;
      sheetGone = isChoosing(store.get());
      callbacks.onPageNeeded();
    },
    fail(error) {
      const gone = sheetGone && !isChoosing(store.get()) && Date.now() - sent < PROPOSAL_LIFE_MS;
      if (enter('failed', { failure: failureOf(error) }) && gone)
        callbacks.onFailedWithoutSheet(WALLET_CONNECT);
    },
    cancel() {
      enter('idle');
      if (readSession(storage).kind === 'pending') storage.remove(SESSION_KEY);
    },
    settle() {
      for (const { extension } of unanswered.values()) extension.turnDown();
      // A connection must not be aborted.
      abort = null;
      enter('idle');
    },
    dispose() {
      stopWatching?.();
      for (const { extension } of unanswered.values()) extension.dispose();
      unwatch();
    },
  };
}

/** Removes the last attempt, so that the sheet opens without one. */
export const clearAttempt = (store: Store<UiState>): void => store.set({ attempt: null });

const NEW: ConnectionAttempt = {
  bridges: [],
  selected: null,
  inPage: null,
  link: null,
  failure: null,
  unreached: [],
  active: true,
};

/**
 * Period in which a failure of WalletConnect opens our sheet again, ms. Its requests expire after five
 * minutes. Its SDK does not report that its sheet was closed, so the failure at the expiry is ignored.
 */
const PROPOSAL_LIFE_MS = 295_000;

const KINDS: Record<string, ConnectFailure['kind']> = {
  UserRejectsError: 'declined',
  WalletMissingRequiredFeaturesError: 'missing-features',
  WalletNotInjectedError: 'not-injected',
  WalletWrongNetworkError: 'wrong-network',
};

const failureOf = (error: TonConnectError): ConnectFailure => ({
  kind: KINDS[error.name] ?? 'other',
  error,
});
