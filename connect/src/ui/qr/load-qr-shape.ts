import { importChunk } from '../../loading/import-chunk.js';
import { loadedOnce } from '../../loading/lazy-part.js';

/** The loader of what encodes and draws a code, which a visitor on a phone seldom needs. */
export const qrShapeChunk = /* @__PURE__ */ loadedOnce(() =>
  importChunk(() => import('./qr-shape.js'), 'qrShape'),
);
