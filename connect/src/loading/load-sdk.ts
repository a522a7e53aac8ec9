import type { Sdk } from '../types/connection.js';

/** The only `import()` of the SDK: bundlers put code around each one. */
export const loadSdk = (): Promise<Sdk> => import('@tonconnect/sdk');
