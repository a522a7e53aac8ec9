import type { Sdk } from '../types/connection.js';

type Crypto = Pick<Sdk['SessionCrypto'], 'prototype'>;

const kept = new WeakSet<object>();

/**
 * Anyone who knows the client id can post what the session's keys do not open. The SDK rejects then,
 * where nobody can catch it, with an error whose text holds the session's secret key
 * (`@tonconnect/protocol` 2.4.0): the page's error reports would carry the key away, and so would
 * the SDK's own analytics. From now on its error says only what has happened.
 */
export function keepKeysOutOfErrors({ prototype }: Crypto): void {
  if (kept.has(prototype)) return;
  kept.add(prototype);
  const { decrypt } = prototype;
  prototype.decrypt = function (...sealed) {
    try {
      return decrypt.apply(this, sealed);
    } catch {
      throw new Error('TON Connect: a message that the keys of this session do not open');
    }
  };
}
