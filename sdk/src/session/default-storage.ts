import { TonConnectError } from '../errors/index.js';
import type { IStorage } from '../types/index.js';

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
