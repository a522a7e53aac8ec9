import type { KeyValueStorage } from '../types/internals.js';

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
