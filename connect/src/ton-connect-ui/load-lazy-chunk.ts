import type { Internals } from '../types/internals.js';

type LazyChunk = typeof import('./lazy-chunk.js');
let loaded: LazyChunk | null = null;

/** The chunk behind the first load; see `lazy-chunk.ts`. */
export const loadLazyChunk = async (): Promise<LazyChunk> => {
  // Even what is loaded is imported a task later, and a press should not wait for one.
  loaded ??= await import('./lazy-chunk.js');
  return loaded;
};

/** The same, if it is here: for what has to happen at once. Without it nothing is open yet. */
export const loadedLazyChunk = (): LazyChunk | null => loaded;

/** Starts loading what a press on the button will need; what it loads comes from our own origin. */
export function preload(internals: Internals): void {
  loadLazyChunk()
    .then(({ prepareSheet }) => prepareSheet(internals))
    .catch(() => undefined);
}
