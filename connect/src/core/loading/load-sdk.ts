import type { Sdk } from '../connection/connector.js';
import { importChunk } from './import-chunk.js';

/** Loads the connector. The only `import()` of it, because bundlers add code to each one. */
export const loadSdk = (): Promise<Sdk> =>
  importChunk(() => import('./sdk-chunk.js'), 'TonConnect');
