import type { Core } from './core.js';

type Live = typeof import('./live.js');
export type Sdk = typeof import('@tonconnect/sdk');

/** In one place: each place costs what a bundler puts around it. */
export const loadSdk = (): Promise<Sdk> => import('@tonconnect/sdk');

let loaded: Live | null = null;

/** The chunk behind the first load; see `live.ts`. */
export const live = async (): Promise<Live> => {
  // Even what is loaded is imported a task later, and a press should not wait for one.
  loaded ??= await import('./live.js');
  return loaded;
};

/** The same, if it is here: for what has to happen at once. Without it nothing is open yet. */
export const liveNow = (): Live | null => loaded;

/** Starts loading what a press on the button will need; what it loads comes from our own origin. */
export function preload(core: Core): void {
  live()
    .then(({ prepareSheet }) => prepareSheet(core))
    .catch(() => undefined);
}
