import type {
  CallOptions,
  ConnectOptions,
  Provider,
  ProviderEvent,
  ProviderListener,
  ProviderRequest,
  ProviderResponse,
  ProviderSession,
  ReportEvent,
  RequestOptions,
} from '../connector/provider.js';
import { TonConnectError } from '../errors/index.js';
import { Listeners } from '../events/listeners.js';
import { makeUniversalLink } from '../protocol/links.js';
import { UUIDv7 } from '../protocol/uuid.js';
import type { ConnectRequest, RpcMethod, WalletEvent } from '../protocol/wire.js';
import type { BridgeSource, ConnectionStorage } from '../session/connection-storage.js';
import { SessionCrypto } from '../session/session-crypto.js';
import { BridgeStream } from './bridge-stream.js';
import type { Peer } from './post-message.js';
import { notifyDisconnect, PendingRequests, postRequest, sendRequest } from './post-message.js';
import type { DroppedMessages } from './wallet-message.js';
import { readEnvelope, readMessage, withAddressOnly } from './wallet-message.js';

/** A session with its wallet. */
export type Connected = {
  state: 'connected';
  sessionCrypto: SessionCrypto;
  walletPublicKey: string;
  streams: [BridgeStream];
  /** ID of the wallet's last event. Undefined if its events have no IDs. */
  lastEventId: number | undefined;
};

/**
 * State of the provider: `pending` waits for the approval of any wallet; `connected` accepts messages
 * of one wallet only.
 */
export type Link =
  | { state: 'idle'; streams: [] }
  | { state: 'pending'; sessionCrypto: SessionCrypto; streams: BridgeStream[] }
  | Connected;

export const IDLE: Link = { state: 'idle', streams: [] };

/** The wallet of a session, and the bridge on which it was last reached. */
export const peerOf = ({
  sessionCrypto,
  walletPublicKey,
  streams: [{ bridgeUrl }],
}: Connected): Peer => ({
  sessionCrypto,
  walletPublicKey,
  bridgeUrl,
});

export type HttpProviderContext = {
  storage: ConnectionStorage;
  dropped: DroppedMessages;
  /** Called when `unreached` has changed. */
  onReach(): void;
  report?: ReportEvent | undefined;
};

/** Talks to a wallet over a bridge, and to all wallets on several bridges until one approves. */
export class HttpProvider implements Provider {
  readonly type = 'http';
  private readonly context: HttpProviderContext;
  /** Undefined if the provider only restores. */
  private readonly source: BridgeSource | undefined;
  private link: Link = IDLE;
  private isPaused = false;
  private requests = new PendingRequests();
  private readonly listeners = new Listeners<ProviderEvent>();

  constructor(context: HttpProviderContext, source?: BridgeSource) {
    this.context = context;
    this.source = source;
  }

  get session(): ProviderSession | null {
    if (this.link.state === 'idle') return null;
    const walletId = this.link.state === 'connected' ? this.link.walletPublicKey : null;
    return { clientId: this.link.sessionCrypto.sessionId, walletId };
  }

  /** Addresses of the bridges whose streams have not been open for 8 s. */
  get unreached(): string[] {
    return this.link.streams.flatMap((stream) => (stream.unreached ? [stream.bridgeUrl] : []));
  }

  connect(request: ConnectRequest, options: ConnectOptions): string {
    const connectionSource = this.source ?? [];
    const sessionCrypto = new SessionCrypto();
    this.isPaused = false;
    const link = this.await(sessionCrypto, connectionSource, options);
    void this.context.storage
      .storeConnection({ type: 'http', connectionSource, sessionCrypto })
      // A session that cannot be stored works until the page is closed.
      .catch(() => undefined)
      .then(() => this.resume(link));
    return makeUniversalLink(
      'universalLink' in connectionSource ? connectionSource.universalLink : undefined,
      request,
      { clientId: sessionCrypto.sessionId, traceId: options.traceId },
    );
  }

  async restoreConnection(options: ConnectOptions): Promise<void> {
    const stored = await this.context.storage.getConnection();
    if (options.signal?.aborted || stored?.type !== 'http') return;
    if (!('connectEvent' in stored)) {
      await this.resume(this.await(stored.sessionCrypto, stored.connectionSource, options));
      return;
    }
    const { sessionCrypto, walletPublicKey, bridgeUrl } = stored.session;
    const link: Link = {
      state: 'connected',
      sessionCrypto,
      walletPublicKey,
      streams: [this.createStream(bridgeUrl, sessionCrypto, options)],
      lastEventId: stored.lastWalletEventId,
    };
    this.change(link);
    this.emit(stored.connectEvent, options.traceId);
    await this.resume(link);
  }

  async sendRequest<M extends RpcMethod>(
    request: ProviderRequest<M>,
    options: RequestOptions,
  ): Promise<ProviderResponse<M>> {
    const link = this.link;
    if (link.state !== 'connected') {
      throw new TonConnectError('Trying to send bridge request without session');
    }
    const requests = this.requests;
    const id = await this.context.storage.takeRequestId();
    if (requests !== this.requests) {
      throw new TonConnectError('Trying to send bridge request without session');
    }
    this.report('message-sent', link.streams[0].bridgeUrl, {
      wallet_id: link.walletPublicKey,
      message_id: id,
      request_type: request.method,
      trace_id: options.traceId,
    });
    const answer = await sendRequest(
      requests,
      id,
      (signal) => postRequest(peerOf(link), { ...request, id }, { ...options, signal }),
      options,
    );
    return answer as ProviderResponse<M>;
  }

  async disconnect({ traceId, signal }: CallOptions): Promise<void> {
    const link = this.link;
    this.end();
    const { storage } = this.context;
    if (link.state !== 'connected') return storage.removeConnection();
    const id = await storage.endConnection();
    notifyDisconnect(peerOf(link), id, { traceId, signal });
  }

  closeConnection(): void {
    const link = this.link;
    this.close();
    if (link.state !== 'pending') return;
    this.context.storage.removeSession(link.sessionCrypto.sessionId).catch(() => undefined);
  }

  close(): void {
    this.end();
    this.listeners.clear();
  }

  listen(listener: ProviderListener): () => void {
    return this.listeners.add(listener);
  }

  pause(): void {
    this.isPaused = true;
    for (const stream of this.link.streams) stream.pause();
  }

  unPause(): Promise<void> {
    this.isPaused = false;
    return this.resume(this.link);
  }

  /** Moves the session to another bridge of its wallet. Ignored without a session. */
  async moveTo(bridgeUrl: string, options: ConnectOptions): Promise<void> {
    const link = this.link;
    if (link.state !== 'connected' || link.streams[0].bridgeUrl === bridgeUrl) return;
    const stream = this.createStream(bridgeUrl, link.sessionCrypto, options);
    const moved: Link = { ...link, streams: [stream] };
    this.change(moved);
    await this.context.storage.storeBridgeUrl(link.sessionCrypto.sessionId, bridgeUrl);
    await this.resume(moved);
  }

  /** Replaces the link. Closes the streams that the next one does not use. */
  private change(next: Link): void {
    const used: readonly BridgeStream[] = next.streams;
    const before = this.link.streams;
    this.link = next;
    for (const stream of before) if (!used.includes(stream)) stream.close();
  }

  private end(): void {
    this.change(IDLE);
    this.requests.close();
    this.requests = new PendingRequests();
  }

  /** Waits for the approval of any wallet of `source`. The streams start paused. */
  private await(sessionCrypto: SessionCrypto, source: BridgeSource, options: ConnectOptions): Link {
    const sources = 'bridgeUrl' in source ? [source] : source;
    const urls = new Set(sources.map(({ bridgeUrl }) => bridgeUrl));
    const streams = [...urls].map((url) => this.createStream(url, sessionCrypto, options));
    const link: Link = { state: 'pending', sessionCrypto, streams };
    this.change(link);
    return link;
  }

  /** Opens the streams of `link` unless it has been replaced. Resolves when one of them is open. */
  private async resume(link: Link): Promise<void> {
    if (this.isPaused || link !== this.link) return;
    for (const stream of link.streams) stream.resume();
    // A race of none would never end.
    if (link.streams.length) await Promise.race(link.streams.map((stream) => stream.opened()));
  }

  private createStream(
    bridgeUrl: string,
    { sessionId }: SessionCrypto,
    { traceId, openingDeadlineMS }: ConnectOptions,
  ): BridgeStream {
    const stream: BridgeStream = new BridgeStream({
      bridgeUrl,
      clientId: sessionId,
      storage: this.context.storage.storage,
      traceId,
      openingDeadlineMS,
      onMessage: (data) => this.receive(stream, data),
      onReach: this.context.onReach,
      onTry: (outcome, durationMs) =>
        this.report(`connect-${outcome}`, bridgeUrl, {
          trace_id: traceId,
          ...(outcome === 'established' ? { bridge_connect_duration: durationMs } : {}),
          ...(outcome === 'error' ? { error_message: `not open after ${durationMs} ms` } : {}),
        }),
    });
    return stream;
  }

  /** Handles one message of a bridge. Messages that nothing waits for are counted and dropped. */
  private async receive(stream: BridgeStream, data: string): Promise<void> {
    const link = this.link;
    const { dropped } = this.context;
    const streams: readonly BridgeStream[] = link.streams;
    if (link.state === 'idle' || !streams.includes(stream)) return;
    const envelope = readEnvelope(data);
    if (typeof envelope === 'string') return dropped.add(envelope);
    const { from, traceId = UUIDv7() } = envelope;
    if (link.state === 'connected' && from !== link.walletPublicKey) {
      return dropped.add('unknown-sender');
    }
    const message = readMessage(envelope, link.sessionCrypto);
    const { bridgeUrl } = stream;
    if (typeof message === 'string') {
      const details = { wallet_id: from, error_message: message, trace_id: traceId };
      this.report('message-decode-error', bridgeUrl, details);
      return dropped.add(message);
    }
    const isEvent = message.kind === 'event';
    this.report('message-received', bridgeUrl, {
      wallet_id: from,
      message_id: String(isEvent ? message.event.id : message.id),
      request_type: isEvent ? message.event.event : '',
      trace_id: traceId,
    });
    if (!isEvent) {
      const isKnown = this.requests.answer(message.id, { ...message.response, traceId });
      if (!isKnown) dropped.add('unknown-request');
    } else if (link.state === 'pending') {
      await this.receiveFirst(message.event, { stream, from, traceId });
    } else {
      await this.receiveEvent(link, message.event, traceId);
    }
  }

  /** Handles the first event of a wallet. An approval turns the pending request into a session. */
  private async receiveFirst(
    event: WalletEvent,
    { stream, from, traceId }: { stream: BridgeStream; from: string; traceId: string },
  ): Promise<void> {
    const link = this.link;
    if (link.state !== 'pending' || event.event === 'disconnect') {
      return this.context.dropped.add('unknown-event');
    }
    if (event.event === 'connect_error') return this.emit(event, traceId);
    const connectEvent = withAddressOnly(event);
    if (!connectEvent) {
      const payload = { code: 0, message: 'ton_addr connection item was not found' };
      return this.emit({ event: 'connect_error', id: event.id, payload }, traceId);
    }
    const { sessionCrypto } = link;
    const session = { sessionCrypto, walletPublicKey: from };
    const connected: Connected = {
      state: 'connected',
      ...session,
      streams: [stream],
      lastEventId: event.id,
    };
    this.change(connected);
    await this.context.storage
      .storeConnection({
        type: 'http',
        session: { ...session, bridgeUrl: stream.bridgeUrl },
        lastWalletEventId: event.id,
        connectEvent,
        nextRpcRequestId: 0,
      })
      .catch(() => undefined);
    if (this.link === connected) this.emit(event, traceId);
  }

  /** Handles an event of the connected wallet. */
  private async receiveEvent(link: Connected, event: WalletEvent, traceId: string): Promise<void> {
    const { storage, dropped } = this.context;
    const { sessionId } = link.sessionCrypto;
    if (event.id !== undefined) {
      if (link.lastEventId !== undefined && event.id <= link.lastEventId) {
        return dropped.add('stale-event');
      }
      link.lastEventId = event.id;
    }
    if (event.event === 'disconnect') {
      this.end();
      await storage.removeSession(sessionId);
    } else {
      const connectEvent = event.event === 'connect' ? withAddressOnly(event) : null;
      if (event.event === 'connect' && !connectEvent) return dropped.add('unknown-event');
      await storage.storeEvent(sessionId, event.id, connectEvent);
      if (this.link !== link) return;
    }
    this.emit(event, traceId);
  }

  private emit(event: WalletEvent, traceId: string): void {
    this.listeners.emit({ ...event, traceId });
  }

  private report(name: string, bridgeUrl: string, details: Record<string, unknown>): void {
    const clientId = this.session?.clientId ?? '';
    const shared = { bridge_url: bridgeUrl, client_id: clientId };
    this.context.report?.(`bridge-client-${name}`, { ...shared, ...details });
  }
}
