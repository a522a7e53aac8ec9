import { importChunk } from '../core/loading/import-chunk.js';
import { loadedOnce } from '../core/loading/lazy-part.js';

/** Loads the lazy chunk. One loader for all widgets of the page. */
export const lazyChunk = /* @__PURE__ */ loadedOnce(() =>
  importChunk(() => import('./lazy-chunk.js'), 'openModal'),
);
