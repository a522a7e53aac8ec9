import type { RequestOptions } from '../connector/provider.js';
import type { RpcMethod, WalletResponse } from '../protocol/wire.js';

/**
 * Sends the request `id` with `post` and resolves with its answer. The request is registered first,
 * because the answer can arrive before the bridge has answered the POST.
 * Rejects with a `TonConnectError` if `post` fails, or if `signal` aborts before the bridge has accepted
 * the request. After that the wallet can still answer, so that `signal` changes nothing.
 */
export function sendRequest(
  pending: PendingRequests,
  id: string,
  post: (signal: AbortSignal) => Promise<void>,
  { onRequestSent, signal }: RequestOptions,
): Promise<Answer> {
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
    const fail = (error: unknown): void => {
      if (isStopped) return;
      end();
      pending.abandon(id);
      reject(error);
    };
    signal?.addEventListener('abort', abort);
    pending.add(id, {
      resolve(answer) {
        try {
          markSent();
          resolve(answer);
        } catch (error) {
          reject(error);
        }
        sending.abort();
      },
      stop() {
        // A request that is being aborted still rejects.
        isStopped = !sending.signal.aborted;
        end();
        sending.abort();
      },
    });
    if (signal?.aborted) abort();
    post(sending.signal).then(markSent).catch(fail);
  });
}

export type Answer = WalletResponse<RpcMethod> & { traceId: string };

/** A request that the wallet has not answered. */
export type PendingRequest = {
  /** Receives the answer. */
  resolve(answer: Answer): void;
  /** Stops the sending. */
  stop(): void;
};

/** Requests of one session that the wallet has not answered, by ID. */
export class PendingRequests {
  private readonly entries = new Map<string, PendingRequest | null>();

  /** Registers a request. */
  add(id: string, request: PendingRequest): void {
    this.entries.set(id, request);
  }

  /** Ignores the answer of a request that was aborted. */
  abandon(id: string): void {
    if (this.entries.has(id)) this.entries.set(id, null);
  }

  /** Passes an answer on. Returns false if no request has this ID. */
  answer(id: string, answer: Answer): boolean {
    const request = this.entries.get(id);
    this.entries.delete(id);
    request?.resolve(answer);
    return request !== undefined;
  }

  /** Stops sending. As in the official SDK, requests of a session that is over do not settle. */
  close(): void {
    for (const request of this.entries.values()) request?.stop();
    this.entries.clear();
  }
}
