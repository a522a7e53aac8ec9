import type { ConnectedChunk, WithChunk } from './internals.js';
import { afterPaint, savesData } from './loading/after-paint.js';

/** The chunk for a connected wallet. Null if it has not been loaded. */
export const connectedChunk = ({ lazyChunk }: WithChunk): ConnectedChunk | null =>
  lazyChunk.current?.connectedChunk.current ?? null;

/** @throws TonConnectUIError `NOT_LOADED`; the next call tries again. */
export const loadConnectedChunk = async ({ lazyChunk }: WithChunk): Promise<ConnectedChunk> =>
  (await lazyChunk.load()).connectedChunk.load();

/**
 * Loads the code of requests after the frame that shows the wallet, so that the first request does not
 * wait for it. If the load fails, the first request retries it.
 */
export function prepareRequests(internals: WithChunk): void {
  if (!savesData()) afterPaint(() => loadConnectedChunk(internals).catch(() => undefined));
}
