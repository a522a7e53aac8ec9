import type { KeyValueStorage } from '../types/internals.js';

/**
 * The page's `localStorage`. Where it is refused (a cross-origin frame with third-party storage
 * blocked, a full quota, a server) the values live as long as the page.
 *
 * With a `user` of Telegram the keys are theirs (`tg42:…`): accounts of one Telegram app share its
 * storage, and must not share a wallet. What is stored without a user, as the peer stores it, becomes
 * the first user's.
 */
export function openStorage(user?: string | null): KeyValueStorage {
  const memory = new Map<string, string>();
  const prefix = user ? `tg${user}:` : '';
  let stored: Storage | undefined;
  try {
    stored = window.localStorage;
    if (user) adopt(stored, prefix);
  } catch {
    // Refused, full, or there is no window.
  }
  return {
    get: (key) => memory.get(key) ?? stored?.getItem(prefix + key) ?? null,
    set(key, value) {
      memory.set(key, value);
      try {
        if (!stored) return;
        stored.setItem(prefix + key, value);
        memory.delete(key);
      } catch {
        // The quota is used up.
      }
    },
    remove(key) {
      memory.delete(key);
      stored?.removeItem(prefix + key);
    },
  };
}

/** Moves what the peer stored to this user, unless they have something already. */
function adopt(storage: Storage, prefix: string): void {
  const keys = Object.keys(storage);
  if (keys.some((key) => key.startsWith(prefix))) return;
  for (const key of keys.filter((one) => one.startsWith('ton-connect-'))) {
    storage.setItem(prefix + key, storage.getItem(key) ?? '');
    storage.removeItem(key);
  }
}
