import type { RequestOptions } from '../connector/provider.js';
import type { Answer, PendingRequests } from './pending-requests.js';

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
