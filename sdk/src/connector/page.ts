import { TonConnectError } from '../errors/index.js';
import type { IStorage, ITonConnect } from '../types/index.js';

/**
 * Pauses the streams of `connector` while the page is hidden, and opens them when it is visible, comes
 * out of the back-forward cache, or is online again. Returns a function that stops it. Does nothing
 * outside browsers.
 */
export function followPage(
  connector: Pick<ITonConnect, 'pauseConnection' | 'unPauseConnection'>,
): () => void {
  // Test environments of hosts remove the globals before a page ends.
  const { document, window } = globalThis as Partial<typeof globalThis>;
  if (!document || !window) return () => undefined;
  const pause = (): void => connector.pauseConnection();
  const resume = (): void => void connector.unPauseConnection().catch(() => undefined);
  /** Opens the streams again, even those that seem to be open. */
  const reopen = (): void => {
    pause();
    resume();
  };
  const onVisibility = (): void => (document.hidden ? pause() : resume());
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted && !document.hidden) reopen();
  };
  const onOnline = (): void => {
    if (!document.hidden) reopen();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('online', onOnline);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('online', onOnline);
  };
}

/** Address of the manifest at the origin of the page. Empty outside browsers. */
export function defaultManifestUrl(): string {
  const origin = typeof window === 'undefined' ? undefined : window.location?.origin;
  return origin ? `${origin}/tonconnect-manifest.json` : '';
}

/** Replaces `localStorage` where the browser blocks it. Shared by all connectors of the page. */
const memory = new Map<string, string>();

const memoryStorage: IStorage = {
  getItem: async (key) => memory.get(key) ?? null,
  setItem: async (key, value) => void memory.set(key, value),
  removeItem: async (key) => void memory.delete(key),
};

/**
 * Storage in `localStorage`, or in memory where the browser blocks `localStorage`.
 * Throws `TonConnectError` in Node.js without `localStorage`.
 */
export function createDefaultStorage(): IStorage {
  const items = localStorageOf();
  if (items) {
    return {
      getItem: async (key) => items.getItem(key),
      setItem: async (key, value) => items.setItem(key, value),
      removeItem: async (key) => items.removeItem(key),
    };
  }
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  if (process?.versions?.node) {
    throw new TonConnectError(
      '`localStorage` is unavailable, but it is required for TonConnect. For more details, see https://github.com/ton-connect/sdk/tree/main/packages/sdk#init-connector',
    );
  }
  return memoryStorage;
}

/** Undefined where it is missing. Reading it throws where the browser blocks it. */
function localStorageOf(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
