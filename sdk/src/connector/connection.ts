import { HttpProvider } from '../bridge/http-provider.js';
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
import { InjectedProvider } from '../injected/injected-provider.js';
import type { ConnectRequest } from '../protocol/wire.js';
import type { BridgeSource } from '../session/connection-storage.js';
import type { ConnectEventSuccess, Wallet, WalletConnectionSource } from '../types/index.js';
import { walletOf } from './connected-wallet.js';
import { type ConnectionContext, createProvider, restoreProvider } from './create-provider.js';
import {
  type ExtensionAnswerListener,
  ExtensionRequest,
  type PendingExtension,
} from './extension-request.js';
import type { CallOptions, ConnectOptions, Provider, ProviderEvent } from './provider.js';

/** How long `restore` waits for the stream of the wallet, in ms. It continues to open after that. */
const RESTORE_MS = 12_000;
/** How long a restored stream may take to open before the bridge of the wallet is looked up, in ms. */
const FOLLOW_MS = 2_000;

/** A connect request or a stored connection whose wallet is not known yet. */
type Pending = {
  state: 'pending';
  provider: Provider;
  /** Present if an extension was asked. */
  extension: ExtensionRequest | null;
};

type Link =
  | { state: 'idle' }
  | Pending
  | { state: 'connected'; provider: Provider; wallet: Wallet };

const IDLE: Link = { state: 'idle' };

/** The connection of a connector: at most one wallet, and at most one request for one. */
export class Connection {
  private readonly context: ConnectionContext;
  private link: Link = IDLE;
  /** Requests that extensions have not answered, by key. */
  private readonly extensions = new Map<string, ExtensionRequest>();
  /** Identifies the last call of `connect`, `restore` or `close`. */
  private call: symbol | undefined;

  constructor(context: ConnectionContext) {
    this.context = context;
  }

  get wallet(): Wallet | null {
    return this.link.state === 'connected' ? this.link.wallet : null;
  }

  /** Null without a wallet and without a request for one. */
  get provider(): Provider | null {
    return this.link.state === 'idle' ? null : this.link.provider;
  }

  /** Cancels the current request, and sends one to `source`. Throws if the wallet is not injected. */
  connect(
    source: WalletConnectionSource | BridgeSource,
    request: ConnectRequest,
    options: ConnectOptions,
  ): string | undefined {
    const { signal } = options;
    this.startCall();
    this.abandon();
    if (signal?.aborted) throw new TonConnectError('Connection was aborted');
    const provider = createProvider(source, this.context);
    const extension = 'jsBridgeKey' in source ? this.startExtension(source.jsBridgeKey) : null;
    const link: Link = { state: 'pending', provider, extension };
    this.link = link;
    this.listen(provider, extension);
    const onAbort = (): void => {
      if (this.link === link) this.abandon();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.context.tracker.track(createConnectionStartedEvent, options.traceId);
    const admit = extension
      ? () => {
          const admission = extension.approve();
          if (admission === 'accept') this.adopt(provider, extension);
          else if (this.link === link) this.link = IDLE;
          return admission;
        }
      : undefined;
    return provider.connect(request, { ...options, admit });
  }

  /** Restores the stored connection. Resolves when its stream is open, at the latest after 12 s. */
  async restore(options: ConnectOptions): Promise<void> {
    const { tracker, storage } = this.context;
    const { signal, traceId } = options;
    const fail = (reason: string): void =>
      tracker.track(createConnectionRestoringErrorEvent, reason, traceId);
    tracker.track(createConnectionRestoringStartedEvent, traceId);
    const call = this.startCall();
    const isOver = (): boolean => call !== this.call || signal?.aborted === true;
    const current = this.link;
    const clientId = this.session?.clientId;
    const isRestored = clientId !== undefined && (await storage.holds(clientId));
    if (isRestored && current.state === 'connected' && current === this.link && !isOver()) {
      // Another provider would lose the requests that are open.
      this.context.statusListeners.emit(current.wallet);
      await within(RESTORE_MS, current.provider.unPause?.() ?? Promise.resolve());
      return tracker.track(
        createConnectionRestoringCompletedEvent,
        current.wallet,
        this.session,
        traceId,
      );
    }
    let provider: Provider | null;
    try {
      provider = await restoreProvider(this.context);
    } catch {
      if (isOver()) return fail('Connection restoring was aborted');
      fail('Provider is not restored');
      return storage.removeConnection();
    }
    if (isOver()) return fail('Connection restoring was aborted');
    if (!provider) return;
    const { wallet: before, link: replaced } = this;
    // Its answer comes late.
    if (replaced.state === 'pending' && replaced.extension) replaced.extension.abandon();
    else this.provider?.close();
    const link: Link = { state: 'pending', provider, extension: null };
    this.link = link;
    this.listen(provider, null);
    const onAbort = (): void => {
      fail('Connection restoring was aborted');
      if (this.provider === provider) this.link = IDLE;
      provider.close();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const restored = provider
      .restoreConnection(options)
      .catch(() => undefined)
      .then(() => {
        signal?.removeEventListener('abort', onAbort);
        if (call !== this.call || signal?.aborted) return;
        if (before && !this.wallet) this.context.statusListeners.emit(null);
        if (this.wallet) {
          tracker.track(
            createConnectionRestoringCompletedEvent,
            this.wallet,
            this.session,
            traceId,
          );
        } else fail('Connection restoring failed');
      });
    // The old bridge of a wallet that has moved may be gone.
    void within(FOLLOW_MS, restored).then(() => {
      if (!isOver()) void this.followBridge(provider, options);
    });
    await within(RESTORE_MS, restored);
  }

  /** Ends the connection. Throws `WalletNotConnectedError` if no wallet is connected. */
  async disconnect(options: CallOptions): Promise<void> {
    const link = this.link;
    if (link.state !== 'connected') throw new WalletNotConnectedError();
    if (options.signal?.aborted) throw new TonConnectError('Disconnect was aborted');
    this.startCall();
    const session = this.session;
    // Forgets the stored session before any listener runs.
    const removed = link.provider.disconnect(options);
    this.end(link.wallet, 'dapp', session, options.traceId);
    await removed;
  }

  /** Ends streams, timers and listeners. The session stays stored. */
  close(): void {
    this.startCall();
    this.provider?.close();
    if (this.link.state === 'pending') this.link.extension?.abandon();
    this.link = IDLE;
    for (const extension of this.extensions.values()) extension.turnDown();
  }

  /** Observes the answer to the current request if it went to an extension, otherwise returns null. */
  observeExtension(listener: ExtensionAnswerListener): PendingExtension | null {
    const extension = this.link.state === 'pending' ? this.link.extension : null;
    extension?.listen(listener);
    return extension;
  }

  /** Client IDs of the bridge session. Null for other providers. */
  get session(): { clientId: string; walletId: string | null } | null {
    return this.provider?.session ?? null;
  }

  /** Addresses of the bridges of the current provider that have not been open for 8 s. */
  get unreached(): readonly string[] {
    const { provider } = this;
    return provider instanceof HttpProvider ? provider.unreached : [];
  }

  private startCall(): symbol {
    this.call = Symbol();
    return this.call;
  }

  /** Cancels the current request. An extension cannot be cancelled; its answer comes late. */
  private abandon(): void {
    const link = this.link;
    if (link.state === 'idle') return;
    this.link = IDLE;
    if (link.state === 'pending' && link.extension && !link.extension.isOver) {
      link.extension.abandon();
    } else link.provider.closeConnection();
  }

  private startExtension(jsBridgeKey: string): ExtensionRequest {
    this.extensions.get(jsBridgeKey)?.replace();
    const extension = new ExtensionRequest(jsBridgeKey);
    this.extensions.set(jsBridgeKey, extension);
    return extension;
  }

  /** Makes a late extension the current one. */
  private adopt(provider: Provider, extension: ExtensionRequest): void {
    if (this.provider === provider) return;
    this.abandon();
    this.link = { state: 'pending', provider, extension };
  }

  private listen(provider: Provider, extension: ExtensionRequest | null): void {
    provider.listen((event) => {
      const isCurrent = this.provider === provider;
      if (event.event === 'connect_error' && extension && !extension.isOver) {
        const counts = extension.reject();
        if (isCurrent) this.link = IDLE;
        if (counts) this.reportConnectError(event);
      } else if (isCurrent) this.receive(provider, event);
    });
  }

  private receive(provider: Provider, event: ProviderEvent): void {
    const { wallet } = this;
    if (event.event === 'connect_error') this.reportConnectError(event);
    else if (event.event === 'connect') this.connected(provider, event.payload, event.traceId);
    else if (wallet) this.end(wallet, 'wallet', this.session, event.traceId);
  }

  private connected(
    provider: Provider,
    payload: ConnectEventSuccess['payload'],
    traceId: string,
  ): void {
    const { statusListeners, errorListeners, tracker, requirements } = this.context;
    let wallet: Wallet;
    try {
      wallet = walletOf(payload, provider.type, requirements());
    } catch (error) {
      this.link = IDLE;
      provider.disconnect({ traceId }).catch(() => undefined);
      if (error instanceof TonConnectError) errorListeners.emit(error);
      return;
    }
    this.link = { state: 'connected', provider, wallet };
    const key = provider instanceof InjectedProvider ? provider.key : null;
    for (const extension of this.extensions.values()) {
      // Turning down an older request of the same extension would end this session.
      if (extension.jsBridgeKey === key) extension.replace();
      else extension.turnDown();
    }
    const { session } = this;
    statusListeners.emit(wallet);
    tracker.track(createConnectionCompletedEvent, wallet, session, traceId);
  }

  private reportConnectError({
    payload,
    traceId,
  }: Extract<ProviderEvent, { event: 'connect_error' }>): void {
    const { tracker, errorListeners } = this.context;
    tracker.track(createConnectionErrorEvent, payload.message, payload.code, this.session, traceId);
    errorListeners.emit(connectError(payload));
  }

  private end(
    wallet: Wallet,
    scope: 'dapp' | 'wallet',
    session: Connection['session'],
    traceId: string,
  ): void {
    this.link = IDLE;
    this.context.tracker.track(createDisconnectionEvent, wallet, scope, session, traceId);
    this.context.statusListeners.emit(null);
  }

  /** Moves to another bridge if the wallet has moved there: nothing answers on the old one. */
  private async followBridge(provider: Provider, options: ConnectOptions): Promise<void> {
    const { wallet } = this;
    if (!(provider instanceof HttpProvider) || !wallet) return;
    try {
      const listed = await this.context.walletsList.getRemoteWallet(wallet.device.appName);
      if (this.provider === provider) await provider.moveTo(listed.bridgeUrl, options);
    } catch {
      // A wallet that is not listed stays on its bridge.
    }
  }
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
