import { connectError, TonConnectError, WalletNotConnectedError } from '../errors/index.js';
import {
  createConnectionCompletedEvent,
  createConnectionErrorEvent,
  createConnectionRestoringCompletedEvent,
  createConnectionRestoringErrorEvent,
  createConnectionRestoringStartedEvent,
  createConnectionStartedEvent,
  createDisconnectionEvent,
} from '../events/create-events.js';
import type { ConnectRequest } from '../protocol/wire.js';
import type { BridgeSource } from '../session/connection-storage.js';
import type { ConnectEventSuccess, Wallet, WalletConnectionSource } from '../types/index.js';
import { walletOf } from './connected-wallet.js';
import { type ConnectionContext, createProvider, restoreProvider } from './create-provider.js';
import {
  createExtensionRequest,
  type ExtensionAnswerListener,
  type ExtensionRequest,
  type PendingExtension,
} from './extension-request.js';
import type {
  CallOptions,
  ConnectOptions,
  Provider,
  ProviderEvent,
  ProviderSession,
} from './provider.js';

/** How long `restore` waits for the stream of the wallet, in ms. It continues to open after that. */
const RESTORE_MS = 12_000;
/** How long a restored stream may take to open before the bridge of the wallet is looked up, in ms. */
const FOLLOW_MS = 2_000;

/** `pending`: a connect request or a stored connection whose wallet is not known yet. */
type Link =
  | { state: 'idle' }
  | {
      state: 'pending';
      provider: Provider;
      /** Present if an extension was asked. */
      extension: ExtensionRequest | null;
    }
  | { state: 'connected'; provider: Provider; wallet: Wallet };

type ProviderError = Extract<ProviderEvent, { event: 'connect_error' }>;

const IDLE: Link = { state: 'idle' };

/** The connection of a connector: at most one wallet, and at most one request for one. */
export type Connection = {
  readonly wallet: Wallet | null;
  /** Null without a wallet and without a request for one. */
  readonly provider: Provider | null;
  /** Client IDs of the bridge session. Null for other providers. */
  readonly session: ProviderSession | null;
  /** Cancels the current request, and sends one to `source`. Throws if the wallet is not injected. */
  connect(
    source: WalletConnectionSource | BridgeSource,
    request: ConnectRequest,
    options: ConnectOptions,
  ): string | undefined;
  /** Restores the stored connection. Resolves when its stream is open, at the latest after 12 s. */
  restore(options: ConnectOptions): Promise<void>;
  /** Ends the connection. Throws `WalletNotConnectedError` if no wallet is connected. */
  disconnect(options: CallOptions): Promise<void>;
  /** Ends streams, timers and listeners. The session stays stored. */
  close(): void;
  /** Observes the answer to the current request if it went to an extension, otherwise returns null. */
  observeExtension(listener: ExtensionAnswerListener): PendingExtension | null;
};

export function createConnection(context: ConnectionContext): Connection {
  const { storage, walletsList, statusListeners, errorListeners, requirements, tracker } = context;
  const { track } = tracker;
  let link: Link = IDLE;
  /** Requests that extensions have not answered, by key. */
  const extensions = new Map<string, ExtensionRequest>();
  /** Identifies the last call of `connect`, `restore`, `disconnect` or `close`. */
  let lastCall: symbol | undefined;

  const walletNow = (): Wallet | null => (link.state === 'connected' ? link.wallet : null);
  const providerNow = (): Provider | null => (link.state === 'idle' ? null : link.provider);
  const sessionNow = (): ProviderSession | null => providerNow()?.session ?? null;
  const extensionNow = (): ExtensionRequest | null =>
    link.state === 'pending' ? link.extension : null;

  const startCall = (): symbol => {
    lastCall = Symbol();
    return lastCall;
  };

  /**
   * Cancels the current request. A request to an extension cannot be cancelled; its answer comes late.
   */
  const abandon = (): void => {
    const [provider, extension] = [providerNow(), extensionNow()];
    link = IDLE;
    if (extension && !extension.isOver()) extension.input('abandon');
    else provider?.closeConnection();
  };

  const startExtension = (jsBridgeKey: string): ExtensionRequest => {
    extensions.get(jsBridgeKey)?.input('replace');
    const extension = createExtensionRequest(jsBridgeKey);
    extensions.set(jsBridgeKey, extension);
    return extension;
  };

  const end = (
    wallet: Wallet,
    scope: 'dapp' | 'wallet',
    session: ProviderSession | null,
    traceId: string,
  ): void => {
    link = IDLE;
    track(createDisconnectionEvent, wallet, scope, session, traceId);
    statusListeners.emit(null);
  };

  const reportConnectError = ({ payload, traceId }: ProviderError): void => {
    const { message, code } = payload;
    track(createConnectionErrorEvent, message, code, sessionNow(), traceId);
    errorListeners.emit(connectError(payload));
  };

  const connected = (
    provider: Provider,
    payload: ConnectEventSuccess['payload'],
    traceId: string,
  ): void => {
    let wallet: Wallet;
    try {
      wallet = walletOf(payload, provider.type, requirements());
    } catch (error) {
      link = IDLE;
      provider.disconnect({ traceId }).catch(() => undefined);
      if (error instanceof TonConnectError) errorListeners.emit(error);
      return;
    }
    link = { state: 'connected', provider, wallet };
    for (const extension of extensions.values()) {
      // To decline an older request to the same extension would end this session.
      extension.input(extension.jsBridgeKey === provider.jsBridgeKey ? 'replace' : 'decline');
    }
    const session = sessionNow();
    statusListeners.emit(wallet);
    track(createConnectionCompletedEvent, wallet, session, traceId);
  };

  const receive = (
    provider: Provider,
    extension: ExtensionRequest | null,
    event: ProviderEvent,
  ): void => {
    const isCurrent = providerNow() === provider;
    const wallet = walletNow();
    if (event.event === 'connect_error' && extension && !extension.isOver()) {
      const counts = extension.reject();
      if (isCurrent) link = IDLE;
      if (counts) reportConnectError(event);
    } else if (!isCurrent) return;
    else if (event.event === 'connect_error') reportConnectError(event);
    else if (event.event === 'connect') connected(provider, event.payload, event.traceId);
    else if (wallet) end(wallet, 'wallet', sessionNow(), event.traceId);
  };

  /** Makes a provider without a wallet the current one. */
  const start = (provider: Provider, extension: ExtensionRequest | null): Link => {
    link = { state: 'pending', provider, extension };
    provider.listen((event) => receive(provider, extension, event));
    return link;
  };

  /**
   * Moves to the new bridge of a wallet that has moved. The old bridge does not answer any more.
   */
  const followBridge = async (provider: Provider, options: ConnectOptions): Promise<void> => {
    const wallet = walletNow();
    if (!provider.moveTo || !wallet) return;
    try {
      const { bridgeUrl } = await walletsList.getRemoteWallet(wallet.device.appName);
      if (providerNow() === provider) await provider.moveTo(bridgeUrl, options);
    } catch {
      // A wallet that is not listed stays on its bridge.
    }
  };

  return {
    get wallet() {
      return walletNow();
    },

    get provider() {
      return providerNow();
    },

    get session() {
      return sessionNow();
    },

    connect(source, request, options) {
      const { signal } = options;
      startCall();
      abandon();
      if (signal?.aborted) throw new TonConnectError('Connection was aborted');
      const provider = createProvider(source, context);
      const extension = 'jsBridgeKey' in source ? startExtension(source.jsBridgeKey) : null;
      const pending = start(provider, extension);
      const onAbort = (): void => {
        if (link === pending) abandon();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      track(createConnectionStartedEvent, options.traceId);
      const admit = extension
        ? () => {
            const admission = extension.approve();
            if (admission !== 'accept') {
              if (link === pending) link = IDLE;
            } else if (providerNow() !== provider) {
              // A late approval makes its extension the current one.
              abandon();
              link = { state: 'pending', provider, extension };
            }
            return admission;
          }
        : undefined;
      return provider.connect(request, { ...options, admit });
    },

    async restore(options) {
      const { signal, traceId } = options;
      const fail = (reason: string): void =>
        track(createConnectionRestoringErrorEvent, reason, traceId);
      const complete = (wallet: Wallet): void =>
        track(createConnectionRestoringCompletedEvent, wallet, sessionNow(), traceId);
      track(createConnectionRestoringStartedEvent, traceId);
      const call = startCall();
      const isOver = (): boolean => call !== lastCall || signal?.aborted === true;
      const current = link;
      const clientId = sessionNow()?.clientId;
      const isRestored = clientId !== undefined && (await storage.holds(clientId));
      if (isRestored && current.state === 'connected' && current === link && !isOver()) {
        // Another provider would lose the open requests.
        statusListeners.emit(current.wallet);
        await within(RESTORE_MS, current.provider.unPause?.() ?? Promise.resolve());
        return complete(current.wallet);
      }
      let provider: Provider | null;
      try {
        provider = await restoreProvider(context);
      } catch {
        if (isOver()) return fail('Connection restoring was aborted');
        fail('Provider is not restored');
        return storage.removeConnection();
      }
      if (isOver()) return fail('Connection restoring was aborted');
      if (!provider) return;
      const before = walletNow();
      // Its answer comes late.
      const extension = extensionNow();
      if (extension) extension.input('abandon');
      else providerNow()?.close();
      const restoring = provider;
      start(restoring, null);
      const onAbort = (): void => {
        fail('Connection restoring was aborted');
        if (providerNow() === restoring) link = IDLE;
        restoring.close();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const restored = restoring
        .restoreConnection(options)
        .catch(() => undefined)
        .then(() => {
          signal?.removeEventListener('abort', onAbort);
          if (isOver()) return;
          const wallet = walletNow();
          if (before && !wallet) statusListeners.emit(null);
          if (wallet) complete(wallet);
          else fail('Connection restoring failed');
        });
      // The old bridge of a wallet that has moved can be down.
      void within(FOLLOW_MS, restored).then(() => {
        if (!isOver()) void followBridge(restoring, options);
      });
      await within(RESTORE_MS, restored);
    },

    async disconnect(options) {
      if (link.state !== 'connected') throw new WalletNotConnectedError();
      if (options.signal?.aborted) throw new TonConnectError('Disconnect was aborted');
      startCall();
      const { provider, wallet } = link;
      const session = sessionNow();
      // Forgets the stored session before any listener runs.
      const removed = provider.disconnect(options);
      end(wallet, 'dapp', session, options.traceId);
      await removed;
    },

    close() {
      startCall();
      providerNow()?.close();
      extensionNow()?.input('abandon');
      link = IDLE;
      for (const extension of extensions.values()) extension.turnDown();
    },

    observeExtension(listener) {
      const extension = extensionNow();
      extension?.listen(listener);
      return extension;
    },
  };
}

/** Waits for `promise`, but at most `delayMs`. */
async function within(delayMs: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
