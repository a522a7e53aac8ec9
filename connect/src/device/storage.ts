/** The part of `Storage` that the widget needs. Never throws. */
export type KeyValueStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/**
 * The page's `localStorage`. Where it is refused (a cross-origin frame with third-party storage
 * blocked, a full quota, a server) the values live as long as the page.
 *
 * With a `user` of Telegram the keys are theirs (`tg42:…`): accounts of one Telegram app share its
 * storage, and must not share a wallet. What is stored without a user, as the peer stores it, becomes
 * the first user's.
 */
export function openStorage(user?: string): KeyValueStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return typeof window === 'undefined' ? undefined : work(window.localStorage);
    } catch {
      return undefined;
    }
  };
  const prefix = user ? `tg${user}:` : '';
  if (user) attempt((storage) => adopt(storage, prefix));
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(prefix + key)) ?? null,
    set(key, value) {
      const kept = attempt((storage) => {
        storage.setItem(prefix + key, value);
        return true;
      });
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(prefix + key));
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

/** A stored JSON object, or null: what others wrote under our key is not trusted to be one. */
export function readObject(storage: KeyValueStorage, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? 'null');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
