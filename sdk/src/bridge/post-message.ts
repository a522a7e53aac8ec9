import type { CallOptions, ProviderRequest, RequestOptions } from '../connector/provider.js';
import { TonConnectError } from '../errors/index.js';
import { encodeBase64 } from '../protocol/base64.js';
import { parseHex } from '../protocol/hex.js';
import type { RpcMethod, WalletResponse } from '../protocol/wire.js';
import type { BridgeSession } from '../session/connection-storage.js';
import { bridgeAddress } from './bridge-stream.js';

/** How long a wallet is notified that the app has disconnected, in ms. */
const DISCONNECT_MS = 12_000;

type PostOptions = {
  traceId: string;
  signal: AbortSignal;
  /** Maximum number of attempts of the POST. Unlimited by default. */
  attempts?: number | undefined;
  /** Lets the POST continue after the page has closed. */
  keepalive?: boolean;
};

/** Encrypts a request for the wallet and posts it to the bridge. Rejects as `postMessage`. */
export async function postRequest(
  { sessionCrypto, walletPublicKey: to, bridgeUrl }: BridgeSession,
  request: ProviderRequest & { id: string },
  options: PostOptions,
): Promise<void> {
  const body = sessionCrypto.encrypt(JSON.stringify(request), parseHex(to));
  const { method: topic } = request;
  await postMessage({ bridgeUrl, from: sessionCrypto.sessionId, to, topic, body }, options);
}

/** Notifies the wallet in the background that the session has ended, for at most 12 s. */
export function notifyDisconnect(
  peer: BridgeSession,
  id: string,
  { signal, traceId }: CallOptions,
): void {
  if (signal?.aborted) return;
  const deadline = startDeadline(DISCONNECT_MS, signal);
  void postRequest(
    peer,
    { method: 'disconnect', params: [], id },
    { traceId, signal: deadline.signal, keepalive: true },
  )
    // Without the message, the wallet keeps the app in its list.
    .catch(() => undefined)
    .finally(deadline.end);
}

/** Pause before a failed POST is repeated, in ms. */
const RESEND_MS = 5_000;
/** How long one POST may take, in ms. A repeated request is harmless: wallets drop known IDs. */
const POST_DEADLINE_MS = 15_000;
/** How long the bridge keeps a message, in seconds. */
const TTL_S = 300;

type Post = {
  bridgeUrl: string;
  /** Client ID of the sender. */
  from: string;
  /** Client ID of the receiver. */
  to: string;
  topic: string;
  /** Encrypted message. */
  body: Uint8Array;
};

/**
 * Posts a message to a bridge. Resolves when the bridge has accepted it. Rejects with a
 * `TonConnectError` as soon as `signal` aborts or after the last attempt.
 */
export async function postMessage(
  { bridgeUrl, from, to, topic, body }: Post,
  { signal, traceId, attempts = Infinity, keepalive = false }: PostOptions,
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

/** A running deadline. It releases its timer and its listener when `signal` aborts. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Stops the deadline: `signal` does not abort any more. */
  end(): void;
};

/** Starts a deadline: its signal aborts after `delayMs`, or as soon as `outer` aborts. */
export function startDeadline(delayMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = (): void => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  };
  const abort = (): void => {
    end();
    controller.abort();
  };
  const timer = setTimeout(abort, delayMs);
  outer?.addEventListener('abort', abort);
  if (outer?.aborted) abort();
  return { signal: controller.signal, end };
}

export type Answer = WalletResponse<RpcMethod> & { traceId: string };

type PendingRequest = {
  /** Receives the answer. */
  resolve(answer: Answer): void;
  /** Stops the sending. */
  stop(): void;
};

/** Requests of one session that the wallet has not answered. */
export type PendingRequests = {
  /**
   * Sends the request `id` with `post` and resolves with its answer. The request is registered
   * first, because the answer can arrive before the bridge has answered the POST. Rejects with a
   * `TonConnectError` if `post` fails, or if `signal` aborts before the bridge has accepted the
   * request. After that `signal` has no effect, because the wallet can still answer.
   */
  send(
    id: string,
    post: (signal: AbortSignal) => Promise<void>,
    options: RequestOptions,
  ): Promise<Answer>;
  /** Passes an answer on. Returns false if no request has this ID. */
  answer(id: string, answer: Answer): boolean;
  /** Stops sending. As in the official SDK, requests of an ended session do not settle. */
  close(): void;
};

export function createPendingRequests(): PendingRequests {
  /** By ID. Null: the request was aborted, and its answer is ignored. */
  const entries = new Map<string, PendingRequest | null>();

  return {
    send(id, post, { onRequestSent, signal }) {
      const sending = new AbortController();
      return new Promise<Answer>((resolve, reject) => {
        let isSent = false;
        let isStopped = false;
        const abort = (): void => sending.abort();
        const end = (): void => signal?.removeEventListener('abort', abort);
        const markSent = (): void => {
          if (isSent) return;
          isSent = true;
          end();
          onRequestSent?.();
        };
        signal?.addEventListener('abort', abort);
        entries.set(id, {
          resolve(answer) {
            try {
              markSent();
              resolve(answer);
            } catch (error) {
              reject(error);
            }
            abort();
          },
          stop() {
            // A request that is being aborted still rejects.
            isStopped = !sending.signal.aborted;
            end();
            abort();
          },
        });
        if (signal?.aborted) abort();
        post(sending.signal)
          .then(markSent)
          .catch((error: unknown) => {
            if (isStopped) return;
            end();
            if (entries.has(id)) entries.set(id, null);
            reject(error);
          });
      });
    },

    answer(id, answer) {
      const request = entries.get(id);
      entries.delete(id);
      request?.resolve(answer);
      return request !== undefined;
    },

    close() {
      for (const request of entries.values()) request?.stop();
      entries.clear();
    },
  };
}
