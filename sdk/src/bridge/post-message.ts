import type { CallOptions, ProviderRequest } from '../connector/provider.js';
import { TonConnectError } from '../errors/index.js';
import { encodeBase64 } from '../protocol/base64.js';
import { parseHex } from '../protocol/hex.js';
import type { BridgeSession } from '../session/connection-storage.js';
import { bridgeAddress } from './bridge-stream.js';
import { startDeadline } from './deadline.js';

/** How long a wallet is notified that the app has disconnected, in ms. */
const DISCONNECT_MS = 12_000;

/** The wallet of a session, and the bridge to it. */
export type Peer = BridgeSession;

type PostOptions = {
  traceId: string;
  signal: AbortSignal;
  attempts?: number | undefined;
  keepalive?: boolean;
};

/** Encrypts a request for the wallet and posts it to the bridge. Rejects as `postMessage`. */
export async function postRequest(
  { sessionCrypto, walletPublicKey: to, bridgeUrl }: Peer,
  request: ProviderRequest & { id: string },
  { signal, traceId, attempts, keepalive = false }: PostOptions,
): Promise<void> {
  const body = sessionCrypto.encrypt(JSON.stringify(request), parseHex(to));
  const { sessionId: from } = sessionCrypto;
  const { method: topic } = request;
  await postMessage({ bridgeUrl, from, to, topic, traceId, body, attempts, keepalive }, signal);
}

/** Notifies the wallet in the background that the session has ended, for at most 12 s. */
export function notifyDisconnect(peer: Peer, id: string, { signal, traceId }: CallOptions): void {
  if (signal?.aborted) return;
  const deadline = startDeadline(DISCONNECT_MS, signal);
  void postRequest(
    peer,
    { method: 'disconnect', params: [], id },
    { traceId, signal: deadline.signal, keepalive: true },
  )
    // The wallet keeps an app that it will not hear of again.
    .catch(() => undefined)
    .finally(deadline.end);
}

/** Pause before a failed POST is repeated, in ms. */
const RESEND_MS = 5_000;
/** How long one POST may take, in ms. A repeated request is harmless: wallets drop known IDs. */
const POST_DEADLINE_MS = 15_000;
/** How long the bridge keeps a message, in seconds. */
const TTL_S = 300;

export type Post = {
  bridgeUrl: string;
  /** Client ID of the sender. */
  from: string;
  /** Client ID of the receiver. */
  to: string;
  topic: string;
  traceId: string;
  /** Encrypted message. */
  body: Uint8Array;
  /** How often the POST is tried in total. */
  attempts?: number | undefined;
  /** Lets the POST outlive the page. */
  keepalive?: boolean;
};

/**
 * Posts a message to a bridge. Resolves when the bridge has accepted it. Rejects with a
 * `TonConnectError` as soon as `signal` aborts or after the last attempt.
 */
export async function postMessage(
  { bridgeUrl, from, to, topic, traceId, body, attempts = Infinity, keepalive = false }: Post,
  signal: AbortSignal,
): Promise<void> {
  const address = bridgeAddress(bridgeUrl, 'message', {
    client_id: from,
    to,
    ttl: String(TTL_S),
    topic,
    trace_id: traceId,
  });
  const request = { method: 'post', body: encodeBase64(body), keepalive };
  for (let attempt = 1; ; attempt += 1) {
    let reason: unknown;
    const deadline = startDeadline(POST_DEADLINE_MS, signal);
    try {
      const { ok, status } = await fetch(address, { ...request, signal: deadline.signal });
      if (ok) return;
      reason = new TonConnectError(`Bridge send failed, status ${status}`);
    } catch (error) {
      reason = error;
    } finally {
      deadline.end();
    }
    if (!signal.aborted && attempt >= attempts) throw reason;
    if (!signal.aborted) await pause(RESEND_MS, signal);
    if (signal.aborted) throw new TonConnectError(`Aborted after attempts ${attempt}`);
  }
}

/** Resolves after `delayMs`, or as soon as `signal` aborts. */
const pause = (delayMs: number, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) =>
    startDeadline(delayMs, signal).signal.addEventListener('abort', resolve),
  );
