import type { ConnectedChunk, WithChunk } from './internals.js';
import { afterPaint, savesData } from './loading/after-paint.js';

/** The chunk for a connected wallet. Null if it has not been loaded. */
export const connectedChunk = ({ lazyChunk }: WithChunk): ConnectedChunk | null =>
  lazyChunk.current?.connectedChunk.current ?? null;

/** @throws TonConnectUIError `NOT_LOADED`; the next call tries again. */
export const loadConnectedChunk = async ({ lazyChunk }: WithChunk): Promise<ConnectedChunk> =>
  (await lazyChunk.load()).connectedChunk.load();

/**
 * Loads the code of requests behind the frame that shows the wallet, so that the first of them does not
 * wait for it. A request that finds no code asks for it again.
 */
export function prepareRequests(internals: WithChunk): void {
  if (!savesData()) afterPaint(() => loadConnectedChunk(internals).catch(() => undefined));
}
