import type { KeyValueStorage } from '../types/internals.js';

/** Where the SDK keeps the session. The peer's key, so that a session survives the swap. */
export const SESSION_KEY = 'ton-connect-storage_bridge-connection';

/**
 * A quick look at the stored session, which decides what the button shows first. `waiting` is a
 * request that may have been answered while this page was closed. `readSession` reads it fully; it
 * is not in the first load.
 */
export function sessionHint(storage: KeyValueStorage): 'none' | 'waiting' | 'connected' {
  const stored = storage.get(SESSION_KEY);
  if (!stored) return 'none';
  return /"(connectEvent|injected|wallet-connect)"/.test(stored) ? 'connected' : 'waiting';
}
