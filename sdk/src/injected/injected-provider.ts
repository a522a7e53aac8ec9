import type {
  CallOptions,
  ConnectOptions,
  Provider,
  ProviderEvent,
  ProviderListener,
  ProviderRequest,
  ProviderResponse,
  ReportEvent,
  RequestOptions,
} from '../connector/provider.js';
import { TonConnectError, WalletNotInjectedError } from '../errors/index.js';
import { Listeners } from '../events/listeners.js';
import { PROTOCOL_VERSION } from '../protocol/links.js';
import { UUIDv7 } from '../protocol/uuid.js';
import type { AppRequest, ConnectEvent, ConnectRequest, RpcMethod } from '../protocol/wire.js';
import type { ConnectionStorage } from '../session/connection-storage.js';
import { findInjectedWallet, type InjectedWallet } from '../wallets/find-wallets.js';

/** Talks to a wallet that is injected into this page: an extension, or the browser of a wallet. */
export class InjectedProvider implements Provider {
  readonly type = 'injected';
  private readonly storage: ConnectionStorage;
  /** JS bridge key. */
  readonly key: string;
  private readonly wallet: InjectedWallet;
  private readonly reportEvent: ReportEvent | undefined;
  private readonly listeners = new Listeners<ProviderEvent>();
  /** Whether the app or the wallet has ended the session. */
  private isEnded = false;
  /** Stops the events of the wallet. Undefined while there is no session. */
  private stop: (() => void) | undefined;
  /** Identifies the last call that began or ended a session. Answers to older calls are dropped. */
  private call: symbol | undefined;

  /** @throws WalletNotInjectedError if `window[key]` is not a wallet. */
  constructor(storage: ConnectionStorage, key: string, report?: ReportEvent) {
    const wallet = findInjectedWallet(key);
    if (!wallet) throw new WalletNotInjectedError();
    this.storage = storage;
    this.key = key;
    this.wallet = wallet;
    this.reportEvent = report;
  }

  connect(request: ConnectRequest, options: ConnectOptions): undefined {
    void this.requestConnection(request, options);
  }

  async restoreConnection({ signal, traceId }: ConnectOptions): Promise<void> {
    const call = this.startCall();
    try {
      const event = await this.ask('restoreConnection', traceId, () =>
        this.wallet.restoreConnection(),
      );
      if (call !== this.call || signal?.aborted) return;
      if (event.event === 'connect') {
        this.follow(traceId);
        this.listeners.emit({ ...event, traceId });
        return;
      }
    } catch {
      if (call !== this.call || signal?.aborted) return;
    }
    await this.storage.removeConnection();
  }

  async sendRequest<M extends RpcMethod>(
    request: ProviderRequest<M>,
    { signal, traceId, onRequestSent }: RequestOptions,
  ): Promise<ProviderResponse<M>> {
    const id = await this.storage.takeRequestId();
    if (this.isEnded) throw new TonConnectError('Trying to send request without session');
    if (signal?.aborted) throw new TonConnectError('Request was aborted');
    const answer = this.ask('send', traceId, () =>
      this.wallet.send<M>({ ...request, id } as unknown as AppRequest<M>),
    );
    answer.catch(() => undefined);
    onRequestSent?.();
    const response = await answer;
    if (typeof response !== 'object' || response === null) {
      throw new TonConnectError('The injected wallet answered without a response');
    }
    return { ...response, traceId };
  }

  async disconnect({ traceId }: CallOptions): Promise<void> {
    this.isEnded = true;
    this.endSession();
    const ended = this.storage.endConnection();
    if (!this.tellDisconnect()) {
      // Wallets of the first version take a request instead.
      void ended
        .then((id) => this.wallet.send<'disconnect'>({ method: 'disconnect', params: [], id }))
        .catch((error: unknown) => this.report('error', 'send', traceId, error));
    }
    await ended;
  }

  closeConnection(): void {
    const hadSession = this.stop !== undefined;
    this.endSession();
    if (!hadSession) return;
    this.isEnded = true;
    this.tellDisconnect();
    this.storage.removeConnection().catch(() => undefined);
  }

  close(): void {
    this.endSession();
  }

  listen(listener: ProviderListener): () => void {
    return this.listeners.add(listener);
  }

  private async requestConnection(
    request: ConnectRequest,
    { traceId, admit }: ConnectOptions,
  ): Promise<void> {
    const call = this.startCall();
    let event: ConnectEvent;
    try {
      // Within the click of the user: some wallets open a window.
      event = await this.ask('connect', traceId, () =>
        this.wallet.connect(PROTOCOL_VERSION, request),
      );
      if (event.event === 'connect') {
        const admission = call !== this.call ? 'decline' : (admit?.(event) ?? 'accept');
        if (admission === 'decline') this.tellDisconnect();
        if (admission !== 'accept') return;
        const nextRpcRequestId = 0;
        // The user may disconnect the app while the session is being stored.
        this.follow(traceId);
        await this.storage.storeConnection({
          type: 'injected',
          jsBridgeKey: this.key,
          nextRpcRequestId,
        });
        if (call !== this.call) return;
      }
    } catch (error) {
      const payload = { code: 0, message: String(error) };
      event = { event: 'connect_error', id: 0, payload };
    }
    if (call === this.call) this.listeners.emit({ ...event, traceId });
  }

  /** Listens to the events of the wallet until the session ends. */
  private follow(traceId: string): void {
    const method = 'listen';
    this.stop?.();
    this.report('call', method, traceId);
    let isOver = false;
    try {
      const stop = this.wallet.listen((event) => {
        if (isOver) return;
        this.listeners.emit({ ...event, traceId: event.traceId ?? UUIDv7() });
        if (event.event !== 'disconnect') return;
        this.isEnded = true;
        this.endSession();
        this.storage.removeConnection().catch(() => undefined);
      });
      this.report('response', method, traceId);
      this.stop = () => {
        isOver = true;
        stop?.();
      };
    } catch (error) {
      this.report('error', method, traceId, error);
      throw error;
    }
  }

  private startCall(): symbol {
    this.call = Symbol();
    return this.call;
  }

  private endSession(): void {
    this.call = undefined;
    this.listeners.clear();
    const stop = this.stop;
    this.stop = undefined;
    try {
      stop?.();
    } catch {
      // The events are ignored anyway.
    }
  }

  /** Asks the wallet to disconnect. False if it lacks the method, or the method fails. */
  private tellDisconnect(): boolean {
    try {
      this.wallet.disconnect?.();
      return Boolean(this.wallet.disconnect);
    } catch {
      return false;
    }
  }

  private async ask<T>(method: string, traceId: string, call: () => Promise<T>): Promise<T> {
    this.report('call', method, traceId);
    try {
      const answer = await call();
      this.report('response', method, traceId);
      return answer;
    } catch (error) {
      this.report('error', method, traceId, error);
      throw error;
    }
  }

  private report(
    name: 'call' | 'response' | 'error',
    js_bridge_method: string,
    trace_id: string,
    error?: unknown,
  ): void {
    const { deviceInfo } = this.wallet;
    this.reportEvent?.(`js-bridge-${name}`, {
      bridge_key: this.key,
      wallet_app_name: deviceInfo?.appName,
      wallet_app_version: deviceInfo?.appVersion,
      js_bridge_method,
      trace_id,
      ...(error === undefined ? {} : { error_message: String(error) }),
    });
  }
}
