import type { IStorage } from '@tonconnect/sdk';
import { readObject, readSession, SESSION_KEY } from '../storage/session.js';
import type { KeyValueStorage } from '../types/internals.js';
import { isObject } from '../types/objects.js';

/** The storage as the SDK gets it, and the session's end in it. */
export type SdkStorage = IStorage & {
  /**
   * Forgets the stored session now. The SDK needs it until the wallet's bridge has been told, which
   * takes 12 s where nothing answers: until `over` it is kept in memory, for the SDK alone, and what
   * the SDK then does to it does nothing to a session that has begun meanwhile.
   */
  forgetSession(): { over(): void };
};

export function createSdkStorage(storage: KeyValueStorage): SdkStorage {
  /** The session that is being ended, and whether the SDK still has no other. */
  let ending: { stored: string; pair: string; newest: boolean } | null = null;
  return {
    async getItem(key) {
      return key === SESSION_KEY && ending?.newest ? ending.stored : storage.get(key);
    },
    async setItem(key, value) {
      if (key !== SESSION_KEY || !ending) return storage.set(key, value);
      if (keyPairOf(JSON.parse(value)) === ending.pair) {
        ending.stored = value;
        return;
      }
      ending.newest = false;
      storage.set(key, value);
    },
    async removeItem(key) {
      if (key !== SESSION_KEY || !ending) storage.remove(key);
    },
    forgetSession() {
      const stored = storage.get(SESSION_KEY);
      // Of the others the SDK forgets the session before it tells anybody.
      if (stored === null || readSession(storage).kind !== 'bridge') return { over() {} };
      const own = { stored, pair: keyPairOf(readObject(storage, SESSION_KEY)), newest: true };
      ending = own;
      storage.remove(SESSION_KEY);
      return {
        over() {
          if (ending === own) ending = null;
        },
      };
    },
  };
}

const keyPairOf = (connection: unknown): string => {
  const session = isObject(connection) ? connection.session : undefined;
  return JSON.stringify(isObject(session) ? session.sessionKeyPair : null) ?? '';
};
