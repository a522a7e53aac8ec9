import type { IStorage } from '../types/index.js';

/** A storage in memory whose items can be read synchronously. */
export function memoryStorage(): IStorage & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
  };
}
