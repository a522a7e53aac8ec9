import type { KeyValueStorage } from '../types/internals.js';

/** Where the SDK keeps the session. The peer's key, so that a session survives the swap. */
export const SESSION_KEY = 'ton-connect-storage_bridge-connection';

/**
 * Set when the extension that a stored session belongs to did not appear: the next page looks for it
 * again, but the visitor does not have to wait for that.
 */
const ABSENT_KEY = 'prichal_absent-extension';

export const isAbsent = (storage: KeyValueStorage): boolean => storage.get(ABSENT_KEY) !== null;

export function noteAbsent(storage: KeyValueStorage, absent: boolean): void {
  if (absent) storage.set(ABSENT_KEY, '1');
  else storage.remove(ABSENT_KEY);
}

/**
 * A quick look at the stored session, which decides what the button shows first. `waiting` is a
 * request that may have been answered while this page was closed, or the session of an extension that did not
 * appear the last time. `readSession` reads it fully; it
 * is not in the first load.
 */
export function sessionHint(storage: KeyValueStorage): 'none' | 'waiting' | 'connected' {
  const stored = storage.get(SESSION_KEY);
  if (!stored) return 'none';
  if (isAbsent(storage)) return 'waiting';
  return /"(connectEvent|injected|wallet-connect)"/.test(stored) ? 'connected' : 'waiting';
}
