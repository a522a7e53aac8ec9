import { isObject, type KeyValueStorage } from './storage.js';

/** A stored JSON object, or null: what others wrote under our key is not trusted to be one. */
export function readObject(storage: KeyValueStorage, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? 'null');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
