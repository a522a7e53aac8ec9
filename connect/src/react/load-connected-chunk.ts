import { importChunk } from '../core/loading/import-chunk.js';
import { loadedOnce } from '../core/loading/lazy-part.js';

/**
 * The loader of the chunk that only who is connected needs. It is asked for from the lazy chunk alone, so
 * that bundlers know what is there already when it comes.
 */
export const connectedChunk = /* @__PURE__ */ loadedOnce(() =>
  importChunk(() => import('./connected-chunk.js'), 'RequestParts'),
);
