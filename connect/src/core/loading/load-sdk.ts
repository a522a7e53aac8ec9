import type { Sdk } from '../connection/connector.js';
import { importChunk } from './import-chunk.js';

/** The only `import()` of the connector: bundlers put code around each one. */
export const loadSdk = (): Promise<Sdk> =>
  importChunk(() => import('./sdk-chunk.js'), 'TonConnect');
