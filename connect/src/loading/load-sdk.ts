import type { Sdk } from '../types/connection.js';

/** In one place: each place costs what a bundler puts around it. */
export const loadSdk = (): Promise<Sdk> => import('@tonconnect/sdk');
