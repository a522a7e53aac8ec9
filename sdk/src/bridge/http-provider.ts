import type {
  ConnectOptions,
  Provider,
  ProviderEvent,
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
import type { RpcMethod, WalletEvent } from '../protocol/wire.js';
import type {
  BridgeSession,
  BridgeSource,
  ConnectionStorage,
} from '../session/connection-storage.js';
import { SessionCrypto } from '../session/session-crypto.js';
import { type BridgeStream, createBridgeStream } from './bridge-stream.js';
import { createPendingRequests, notifyDisconnect, postRequest } from './post-message.js';
import {
  type DroppedMessages,
  readEnvelope,
  readMessage,
  withAddressOnly,
} from './wallet-message.js';

/** A session with its wallet. */
type Connected = {
  state: 'connected';
  sessionCrypto: SessionCrypto;
  walletPublicKey: string;
  streams: [BridgeStream];
  /** ID of the wallet's last event. Undefined if its events have no IDs. */
  lastEventId: number | undefined;
};

type Pending = { state: 'pending'; sessionCrypto: SessionCrypto; streams: BridgeStream[] };

/**
 * State of the provider: `pending` waits for the approval of any wallet; `connected` accepts messages
 * of one wallet only.
 */
type Link = { state: 'idle'; streams: [] } | Pending | Connected;

const IDLE: Link = { state: 'idle', streams: [] };

/** The wallet of a session, and the bridge on which it was last reached. */
const peerOf = ({
  sessionCrypto,
  walletPublicKey,
  streams: [{ bridgeUrl }],
}: Connected): BridgeSession => ({
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

/** Provider over a bridge. It has all optional members of providers. */
export type HttpProvider = Required<Omit<Provider, 'jsBridgeKey'>>;

/**
 * Talks to a wallet over a bridge, and to all wallets of `source` until one approves.
 * @param source Undefined if the provider only restores.
 */
export function createHttpProvider(
  { storage, dropped, onReach, report: reportEvent }: HttpProviderContext,
  source: BridgeSource = [],
): HttpProvider {
  let link: Link = IDLE;
  let isPaused = false;
  let requests = createPendingRequests();
  const listeners = new Listeners<ProviderEvent>();

  const emit = (event: WalletEvent, traceId: string): void => listeners.emit({ ...event, traceId });

  const report = (name: string, bridgeUrl: string, details: Record<string, unknown>): void => {
    const client_id = sessionOf(link)?.clientId ?? '';
    reportEvent?.(`bridge-client-${name}`, { bridge_url: bridgeUrl, client_id, ...details });
  };

  /** Replaces the link. Closes the streams that the next one does not use. */
  const change = (next: Link): void => {
    const used: readonly BridgeStream[] = next.streams;
    const before = link.streams;
    link = next;
    for (const stream of before) if (!used.includes(stream)) stream.input('close');
  };

  const end = (): void => {
    change(IDLE);
    requests.close();
    requests = createPendingRequests();
  };

  /** Opens the streams of `opened` unless it has been replaced. Resolves when one of them is open. */
  const resume = async (resumed: Link): Promise<void> => {
    if (isPaused || resumed !== link) return;
    for (const stream of resumed.streams) stream.input('resume');
    // `Promise.race` of an empty list never settles.
    if (resumed.streams.length) await Promise.race(resumed.streams.map((each) => each.opened()));
  };

  const createStream = (
    bridgeUrl: string,
    { sessionId }: SessionCrypto,
    { traceId, openingDeadlineMS }: ConnectOptions,
  ): BridgeStream => {
    const stream: BridgeStream = createBridgeStream({
      bridgeUrl,
      clientId: sessionId,
      storage: storage.storage,
      traceId,
      openingDeadlineMS,
      onMessage: (data) => receive(stream, data),
      onReach,
      onTry: (outcome, durationMs) =>
        report(`connect-${outcome}`, bridgeUrl, {
          trace_id: traceId,
          ...(outcome === 'established' ? { bridge_connect_duration: durationMs } : {}),
          ...(outcome === 'error' ? { error_message: `not open after ${durationMs} ms` } : {}),
        }),
    });
    return stream;
  };

  /** Waits for the approval of any wallet of `from`. The streams start paused. */
  const expectApproval = (
    sessionCrypto: SessionCrypto,
    from: BridgeSource,
    options: ConnectOptions,
  ): Link => {
    const sources = 'bridgeUrl' in from ? [from] : from;
    const urls = new Set(sources.map(({ bridgeUrl }) => bridgeUrl));
    const streams = [...urls].map((url) => createStream(url, sessionCrypto, options));
    change({ state: 'pending', sessionCrypto, streams });
    return link;
  };

  /** Handles the first event of a wallet. An approval turns the pending request into a session. */
  const receiveFirst = async (
    { sessionCrypto }: Pending,
    event: WalletEvent,
    stream: BridgeStream,
    walletPublicKey: string,
    traceId: string,
  ): Promise<void> => {
    if (event.event === 'disconnect') return dropped.add('unknown-event');
    if (event.event === 'connect_error') return emit(event, traceId);
    const { id } = event;
    const connectEvent = withAddressOnly(event);
    if (!connectEvent) {
      const payload = { code: 0, message: 'ton_addr connection item was not found' };
      return emit({ event: 'connect_error', id, payload }, traceId);
    }
    const session = { sessionCrypto, walletPublicKey };
    const connected: Link = { state: 'connected', ...session, streams: [stream], lastEventId: id };
    change(connected);
    await storage
      .storeConnection({
        type: 'http',
        session: { ...session, bridgeUrl: stream.bridgeUrl },
        lastWalletEventId: id,
        connectEvent,
        nextRpcRequestId: 0,
      })
      .catch(() => undefined);
    if (link === connected) emit(event, traceId);
  };

  /** Handles an event of the connected wallet. */
  const receiveEvent = async (
    connected: Connected,
    event: WalletEvent,
    traceId: string,
  ): Promise<void> => {
    const { sessionId } = connected.sessionCrypto;
    if (event.id !== undefined) {
      if (connected.lastEventId !== undefined && event.id <= connected.lastEventId) {
        return dropped.add('stale-event');
      }
      connected.lastEventId = event.id;
    }
    if (event.event === 'disconnect') {
      end();
      await storage.removeSession(sessionId);
    } else {
      const connectEvent = event.event === 'connect' ? withAddressOnly(event) : null;
      if (event.event === 'connect' && !connectEvent) return dropped.add('unknown-event');
      await storage.storeEvent(sessionId, event.id, connectEvent);
      if (link !== connected) return;
    }
    emit(event, traceId);
  };

  /** Handles one message of a bridge. Messages that nothing waits for are counted and dropped. */
  const receive = async (stream: BridgeStream, data: string): Promise<void> => {
    const current = link;
    const streams: readonly BridgeStream[] = current.streams;
    if (current.state === 'idle' || !streams.includes(stream)) return;
    const envelope = readEnvelope(data);
    if (typeof envelope === 'string') return dropped.add(envelope);
    const { from, traceId = UUIDv7() } = envelope;
    if (current.state === 'connected' && from !== current.walletPublicKey) {
      return dropped.add('unknown-sender');
    }
    const message = readMessage(envelope, current.sessionCrypto);
    const details = { wallet_id: from, trace_id: traceId };
    const { bridgeUrl } = stream;
    if (typeof message === 'string') {
      report('message-decode-error', bridgeUrl, { ...details, error_message: message });
      return dropped.add(message);
    }
    const event = message.kind === 'event' ? message.event : undefined;
    report('message-received', bridgeUrl, {
      ...details,
      message_id: String(message.kind === 'event' ? message.event.id : message.id),
      request_type: event?.event ?? '',
    });
    if (message.kind === 'response') {
      const isKnown = requests.answer(message.id, { ...message.response, traceId });
      if (!isKnown) dropped.add('unknown-request');
    } else if (current.state === 'pending') {
      await receiveFirst(current, message.event, stream, from, traceId);
    } else {
      await receiveEvent(current, message.event, traceId);
    }
  };

  const close = (): void => {
    end();
    listeners.clear();
  };

  return {
    type: 'http',

    get session() {
      return sessionOf(link);
    },

    unreached: () =>
      link.streams.flatMap((stream) => (stream.isUnreached() ? [stream.bridgeUrl] : [])),

    connect(request, options) {
      const sessionCrypto = new SessionCrypto();
      isPaused = false;
      const pending = expectApproval(sessionCrypto, source, options);
      void storage
        .storeConnection({ type: 'http', connectionSource: source, sessionCrypto })
        // A session that cannot be stored works until the page is closed.
        .catch(() => undefined)
        .then(() => resume(pending));
      return makeUniversalLink(
        'universalLink' in source ? source.universalLink : undefined,
        request,
        { clientId: sessionCrypto.sessionId, traceId: options.traceId },
      );
    },

    async restoreConnection(options) {
      const stored = await storage.getConnection();
      if (options.signal?.aborted || stored?.type !== 'http') return;
      if (!('connectEvent' in stored)) {
        return resume(expectApproval(stored.sessionCrypto, stored.connectionSource, options));
      }
      const { sessionCrypto, walletPublicKey, bridgeUrl } = stored.session;
      const connected: Link = {
        state: 'connected',
        sessionCrypto,
        walletPublicKey,
        streams: [createStream(bridgeUrl, sessionCrypto, options)],
        lastEventId: stored.lastWalletEventId,
      };
      change(connected);
      emit(stored.connectEvent, options.traceId);
      await resume(connected);
    },

    async sendRequest<M extends RpcMethod>(request: ProviderRequest<M>, options: RequestOptions) {
      const [connected, pending] = [link, requests];
      const id = connected.state === 'connected' && (await storage.takeRequestId());
      if (connected.state !== 'connected' || id === false || pending !== requests) {
        throw new TonConnectError('Trying to send bridge request without session');
      }
      report('message-sent', connected.streams[0].bridgeUrl, {
        wallet_id: connected.walletPublicKey,
        message_id: id,
        request_type: request.method,
        trace_id: options.traceId,
      });
      const answer = await pending.send(
        id,
        (signal) => postRequest(peerOf(connected), { ...request, id }, { ...options, signal }),
        options,
      );
      return answer as ProviderResponse<M>;
    },

    async disconnect({ traceId, signal }) {
      const ended = link;
      end();
      if (ended.state !== 'connected') return storage.removeConnection();
      const id = await storage.endConnection();
      notifyDisconnect(peerOf(ended), id, { traceId, signal });
    },

    closeConnection() {
      const closed = link;
      close();
      if (closed.state !== 'pending') return;
      storage.removeSession(closed.sessionCrypto.sessionId).catch(() => undefined);
    },

    close,

    listen: (listener) => listeners.add(listener),

    pause() {
      isPaused = true;
      for (const stream of link.streams) stream.input('pause');
    },

    unPause() {
      isPaused = false;
      return resume(link);
    },

    async moveTo(bridgeUrl, options) {
      const connected = link;
      if (connected.state !== 'connected' || connected.streams[0].bridgeUrl === bridgeUrl) return;
      const { sessionCrypto } = connected;
      const moved: Link = {
        ...connected,
        streams: [createStream(bridgeUrl, sessionCrypto, options)],
      };
      change(moved);
      await storage.storeBridgeUrl(sessionCrypto.sessionId, bridgeUrl);
      await resume(moved);
    },
  };
}

const sessionOf = (link: Link): ProviderSession | null =>
  link.state === 'idle'
    ? null
    : {
        clientId: link.sessionCrypto.sessionId,
        walletId: link.state === 'connected' ? link.walletPublicKey : null,
      };
