import type { KeyValueStorage } from './internals.js';

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

/** Where the SDK keeps the session. The peer's key, so that a session survives the swap. */
export const SESSION_KEY = 'ton-connect-storage_bridge-connection';

/**
 * Set when the extension that a stored session belongs to did not appear: the next page looks for it
 * again, but the visitor does not have to wait for that.
 */
export const ABSENT_KEY = 'prichal_absent-extension';

/**
 * A quick look at the stored session, which decides what the button shows first. `waiting` is a
 * request that may have been answered while this page was closed, or the session of an extension that did not
 * appear the last time. `readSession` reads it fully; it
 * is not in the first load.
 */
export function sessionHint(storage: KeyValueStorage): 'none' | 'waiting' | 'connected' {
  const stored = storage.get(SESSION_KEY);
  if (!stored) return 'none';
  const answered = /"(connectEvent|injected|wallet-connect)"/.test(stored);
  return answered && !storage.get(ABSENT_KEY) ? 'connected' : 'waiting';
}

/** The list's entry of the connected wallet, kept so that a reload needs no list. Peer's key. */
export const WALLET_INFO_KEY = 'ton-connect-ui_wallet-info';

/**
 * The user-friendly address of the wallet that a stored session connects, for the first paint: it is kept
 * with the wallet's entry, and goes with it. Null where there is no session to restore, or the entry is the
 * peer's, which has no address.
 */
export const storedAddress = (storage: KeyValueStorage): string | null =>
  (sessionHint(storage) === 'connected' &&
    /"address":"([\w-]{48})"/.exec(`${storage.get(WALLET_INFO_KEY)}`)?.[1]) ||
  null;
