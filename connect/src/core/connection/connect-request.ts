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
 * events that it handles, and ignores all others. `waiting`: for the proof, or for the answer to an earlier
 * request. `idle`, the first: before a request, and after one that was cancelled or is a connection.
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
 * Requests go out over a list of bridges, even over one: the connector then returns a `tc://` link, from
 * which the links of all wallets are made (`links/wallet-links.ts`).
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
  /** Our sheet was closed for what is in the page, and has to tell what becomes of it. */
  let sheetGone = false;
  /** Asks the wallet in whose own browser the page is, once the proof is there. */
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
  /** False if the present state ignores the event. */
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

  /**
   * The attempt under way if it can be reused: it matches `ours`, and asks for the same things.
   */
  const kept = (ours: (attempt: ConnectionAttempt) => boolean): ConnectionAttempt | null => {
    const { attempt, connectRequest } = store.get();
    const goes = state === 'asked' && asked === connectRequest;
    return goes && attempt && ours(attempt) ? attempt : null;
  };

  /** Asks an extension, and hears its answer whatever the visitor does meanwhile. */
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
      // A refusal is told where the visitor still waits for it.
      if (!approved) return attempt?.inPage === appName && attempt.active;
      // Another may be on the screen, or none.
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
        // No screen asks it again.
        if (isWalletInfoCurrentlyEmbedded(wallet) && asked?.state === 'loading') waiting = ask;
        return;
      }
      send({ type: 'wallet-connect' }, attempt);
      // WalletConnect's own sheet could be neither seen nor pressed behind our modal dialog.
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
      // A connection must not be aborted any more.
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

/** Forgets the last attempt, so that an opened sheet begins without one. */
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
 * A request through WalletConnect expires after five minutes. Nobody is told when its own sheet was
 * closed before that; our sheet must not open then, so late failures are ignored.
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
