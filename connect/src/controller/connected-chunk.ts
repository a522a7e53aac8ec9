import { afterPaint, savesData } from '../loading/after-paint.js';
import type { ConnectedChunk, Internals } from '../types/internals.js';

/** The chunk of who is connected, where it has come. */
export const connectedChunk = ({ lazyChunk }: Internals): ConnectedChunk | null =>
  lazyChunk.current?.connectedChunk.current ?? null;

/** @throws TonConnectUIError `NOT_LOADED`; the next call tries again. */
export const loadConnectedChunk = async ({ lazyChunk }: Internals): Promise<ConnectedChunk> =>
  (await lazyChunk.load()).connectedChunk.load();

/**
 * Loads the code of requests behind the frame that shows the wallet, so that the first of them does not
 * wait for it. A request that finds no code asks for it again.
 */
export function prepareRequests(internals: Internals): void {
  if (!savesData()) afterPaint(() => loadConnectedChunk(internals).catch(() => undefined));
}
