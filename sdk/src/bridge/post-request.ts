import type { CallOptions, ProviderRequest } from '../connector/provider.js';
import { parseHex } from '../protocol/hex.js';
import type { BridgeSession } from '../session/connection-storage.js';
import { startDeadline } from './deadline.js';
import { postMessage } from './post-message.js';

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
