import { loadedOnce } from '../loading/lazy-part.js';

/** One for all widgets of the page. */
export const lazyChunk = /* @__PURE__ */ loadedOnce(() => import('./lazy-chunk.js'));
