import type {
  ConnectOptions,
  Provider,
  ProviderEvent,
  ProviderRequest,
  ReportEvent,
  RequestOptions,
} from '../connector/provider.js';
import { TonConnectError, WalletNotInjectedError } from '../errors/index.js';
import { Listeners } from '../events/listeners.js';
import { PROTOCOL_VERSION } from '../protocol/links.js';
import { UUIDv7 } from '../protocol/uuid.js';
import type { AppRequest, ConnectEvent, ConnectRequest, RpcMethod } from '../protocol/wire.js';
import type { ConnectionStorage } from '../session/connection-storage.js';
import { findInjectedWallet } from '../wallets/find-wallets.js';

/**
 * Talks to a wallet that is injected into this page: an extension, or the browser of a wallet.
 * @throws WalletNotInjectedError if `window[jsBridgeKey]` is not a wallet.
 */
export function createInjectedProvider(
  storage: ConnectionStorage,
  jsBridgeKey: string,
  reportEvent?: ReportEvent,
): Provider {
  const found = findInjectedWallet(jsBridgeKey);
  if (!found) throw new WalletNotInjectedError();
  const wallet = found;
  const listeners = new Listeners<ProviderEvent>();
  /** Whether the app or the wallet has ended the session. */
  let isEnded = false;
  /** Stops the events of the wallet. Undefined while there is no session. */
  let stop: (() => void) | undefined;
  /** Identifies the last call that began or ended a session. Answers to older calls are dropped. */
  let lastCall: symbol | undefined;

  const startCall = (): symbol => {
    lastCall = Symbol();
    return lastCall;
  };

  const report = (
    name: 'call' | 'response' | 'error',
    js_bridge_method: string,
    trace_id: string,
    error?: unknown,
  ): void => {
    const { deviceInfo } = wallet;
    reportEvent?.(`js-bridge-${name}`, {
      bridge_key: jsBridgeKey,
      wallet_app_name: deviceInfo?.appName,
      wallet_app_version: deviceInfo?.appVersion,
      js_bridge_method,
      trace_id,
      ...(error === undefined ? {} : { error_message: String(error) }),
    });
  };

  const ask = async <T>(method: string, traceId: string, call: () => Promise<T>): Promise<T> => {
    report('call', method, traceId);
    try {
      const answer = await call();
      report('response', method, traceId);
      return answer;
    } catch (error) {
      report('error', method, traceId, error);
      throw error;
    }
  };

  const forget = (): void => void storage.removeConnection().catch(() => undefined);

  const endSession = (): void => {
    lastCall = undefined;
    listeners.clear();
    const stopped = stop;
    stop = undefined;
    try {
      stopped?.();
    } catch {
      // The events are ignored anyway.
    }
  };

  /** Asks the wallet to disconnect. False if it lacks the method, or the method fails. */
  const askToDisconnect = (): boolean => {
    try {
      wallet.disconnect?.();
      return Boolean(wallet.disconnect);
    } catch {
      return false;
    }
  };

  /** Listens to the events of the wallet until the session ends. */
  const follow = (traceId: string): void => {
    const method = 'listen';
    stop?.();
    report('call', method, traceId);
    let isOver = false;
    try {
      const stopWallet = wallet.listen((event) => {
        if (isOver) return;
        listeners.emit({ ...event, traceId: event.traceId ?? UUIDv7() });
        if (event.event !== 'disconnect') return;
        isEnded = true;
        endSession();
        forget();
      });
      report('response', method, traceId);
      stop = () => {
        isOver = true;
        stopWallet?.();
      };
    } catch (error) {
      report('error', method, traceId, error);
      throw error;
    }
  };

  const requestConnection = async (
    request: ConnectRequest,
    { traceId, admit }: ConnectOptions,
  ): Promise<void> => {
    const call = startCall();
    let event: ConnectEvent;
    try {
      // Must run within the user's click, because some wallets open a window.
      event = await ask('connect', traceId, () => wallet.connect(PROTOCOL_VERSION, request));
      if (event.event === 'connect') {
        const admission = call !== lastCall ? 'decline' : (admit?.(event) ?? 'accept');
        if (admission === 'decline') askToDisconnect();
        if (admission !== 'accept') return;
        // The user may disconnect the app while the session is being stored.
        follow(traceId);
        await storage.storeConnection({ type: 'injected', jsBridgeKey, nextRpcRequestId: 0 });
        if (call !== lastCall) return;
      }
    } catch (error) {
      const payload = { code: 0, message: String(error) };
      event = { event: 'connect_error', id: 0, payload };
    }
    if (call === lastCall) listeners.emit({ ...event, traceId });
  };

  return {
    type: 'injected',
    jsBridgeKey,

    connect: (request, options) => void requestConnection(request, options),

    async restoreConnection({ signal, traceId }) {
      const call = startCall();
      const isOver = (): boolean => call !== lastCall || signal?.aborted === true;
      try {
        const event = await ask('restoreConnection', traceId, () => wallet.restoreConnection());
        if (isOver()) return;
        if (event.event === 'connect') {
          follow(traceId);
          return listeners.emit({ ...event, traceId });
        }
      } catch {
        if (isOver()) return;
      }
      await storage.removeConnection();
    },

    async sendRequest<M extends RpcMethod>(
      request: ProviderRequest<M>,
      { signal, traceId, onRequestSent }: RequestOptions,
    ) {
      const id = await storage.takeRequestId();
      if (isEnded) throw new TonConnectError('Trying to send request without session');
      if (signal?.aborted) throw new TonConnectError('Request was aborted');
      const answer = ask('send', traceId, () =>
        wallet.send<M>({ ...request, id } as unknown as AppRequest<M>),
      );
      answer.catch(() => undefined);
      onRequestSent?.();
      const response = await answer;
      if (typeof response !== 'object' || response === null) {
        throw new TonConnectError('The injected wallet answered without a response');
      }
      return { ...response, traceId };
    },

    async disconnect({ traceId }) {
      isEnded = true;
      endSession();
      const ended = storage.endConnection();
      if (!askToDisconnect()) {
        // Wallets of the first version take a request instead.
        void ended
          .then((id) => wallet.send<'disconnect'>({ method: 'disconnect', params: [], id }))
          .catch((error: unknown) => report('error', 'send', traceId, error));
      }
      await ended;
    },

    closeConnection() {
      const hadSession = stop !== undefined;
      endSession();
      if (!hadSession) return;
      isEnded = true;
      askToDisconnect();
      forget();
    },

    close: endSession,

    listen: (listener) => listeners.add(listener),
  };
}
