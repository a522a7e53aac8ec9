import type { ConnectedChunk, Internals } from './internals.js';
import { afterPaint, savesData } from './loading/after-paint.js';

type Chunks = Pick<Internals, 'lazyChunk'>;

/** The chunk for a connected wallet. Null if it has not been loaded. */
export const connectedChunk = ({ lazyChunk }: Chunks): ConnectedChunk | null =>
  lazyChunk.current?.connectedChunk.current ?? null;

/** @throws TonConnectUIError `NOT_LOADED`; the next call tries again. */
export const loadConnectedChunk = async ({ lazyChunk }: Chunks): Promise<ConnectedChunk> =>
  (await lazyChunk.load()).connectedChunk.load();

/**
 * Loads the code of requests behind the frame that shows the wallet, so that the first of them does not
 * wait for it. A request that finds no code asks for it again.
 */
export function prepareRequests(internals: Internals): void {
  if (!savesData()) afterPaint(() => loadConnectedChunk(internals).catch(() => undefined));
}
