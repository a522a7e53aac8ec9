import { TonConnectError } from '../errors/index.js';
import { encodeBase64 } from '../protocol/base64.js';
import { bridgeAddress } from './bridge-address.js';
import { startDeadline } from './deadline.js';

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
