import { importChunk } from '../core/loading/import-chunk.js';
import { loadedOnce } from '../core/loading/lazy-part.js';

/**
 * Loads the chunk for a connected wallet. Only the lazy chunk imports it, so bundlers can leave out the
 * modules that are already loaded.
 */
export const connectedChunk = /* @__PURE__ */ loadedOnce(() =>
  importChunk(() => import('./connected-chunk.js'), 'RequestParts'),
);
