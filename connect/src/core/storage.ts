import type { KeyValueStorage } from './internals.js';

/**
 * Opens the page's `localStorage`. If it is not available (a cross-origin frame with third-party storage
 * blocked, a full quota, a server), the values are kept in memory until the page is closed.
 *
 * For a Telegram `user`, the keys have a prefix (`tg42:…`), because the accounts of one Telegram app share
 * its storage and must not share a wallet. The first user takes over values without a prefix, which the
 * peer has stored.
 */
export function openStorage(user?: string | null): KeyValueStorage {
  const memory = new Map<string, string>();
  const prefix = user ? `tg${user}:` : '';
  let stored: Storage | undefined;
  try {
    stored = window.localStorage;
    if (user) adopt(stored, prefix);
  } catch {
    // Blocked, full, or there is no window.
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
        // The quota is exceeded.
      }
    },
    remove(key) {
      memory.delete(key);
      stored?.removeItem(prefix + key);
    },
  };
}

/** Moves the peer's stored values to this user, unless the user has values already. */
function adopt(storage: Storage, prefix: string): void {
  const keys = Object.keys(storage);
  if (keys.some((key) => key.startsWith(prefix))) return;
  for (const key of keys.filter((one) => one.startsWith('ton-connect-'))) {
    storage.setItem(prefix + key, storage.getItem(key) ?? '');
    storage.removeItem(key);
  }
}

/** Storage key of the SDK's session. The peer uses the same key, so a migrated app keeps its sessions. */
export const SESSION_KEY = 'ton-connect-storage_bridge-connection';

/**
 * Storage key that is set if the extension of a stored session did not appear. The next page looks for it
 * again, but the user does not wait for it.
 */
export const ABSENT_KEY = 'prichal_absent-extension';

/**
 * Returns the kind of the stored session, for the first paint of the button. `waiting` is a request that
 * the wallet may have answered while the page was closed, or the session of an extension that did not
 * appear the last time. `readSession` reads the session fully, but is not in the first load.
 */
export function sessionHint(storage: KeyValueStorage): 'none' | 'waiting' | 'connected' {
  const stored = storage.get(SESSION_KEY);
  if (!stored) return 'none';
  const answered = /"(connectEvent|injected|wallet-connect)"/.test(stored);
  return answered && !storage.get(ABSENT_KEY) ? 'connected' : 'waiting';
}

/** Storage key of the connected wallet's list entry, so that a reload needs no list. Peer's key. */
export const WALLET_INFO_KEY = 'ton-connect-ui_wallet-info';

/**
 * Returns the user-friendly address of the stored session's wallet, for the first paint. It is stored in the
 * wallet's list entry. Null if there is no session to restore, or if the peer has stored the entry, without
 * an address.
 */
export const storedAddress = (storage: KeyValueStorage): string | null =>
  (sessionHint(storage) === 'connected' &&
    /"address":"([\w-]{48})"/.exec(`${storage.get(WALLET_INFO_KEY)}`)?.[1]) ||
  null;
