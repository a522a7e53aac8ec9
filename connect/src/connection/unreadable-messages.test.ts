import { SessionCrypto } from '@tonconnect/sdk';
import { expect, it } from 'vitest';
import { keepKeysOutOfErrors } from './unreadable-messages.js';

const wallet = new SessionCrypto();
const keyOf = (crypto: SessionCrypto): Uint8Array =>
  Uint8Array.from(crypto.sessionId.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

const errorOf = (crypto: SessionCrypto, message: Uint8Array): string => {
  try {
    return crypto.decrypt(message, keyOf(wallet));
  } catch (error) {
    return String(error);
  }
};

it('tells what cannot be read without the key that it could not be read with', () => {
  const app = new SessionCrypto();
  const bytes = (hex: string): string =>
    Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)).toString();
  const secret = bytes(app.stringifyKeypair().secretKey);
  const rubbish = new Uint8Array(64).fill(7);
  // What it is for: the day it fails here, the SDK has mended it.
  expect(errorOf(app, rubbish)).toContain(secret);

  keepKeysOutOfErrors(SessionCrypto);
  keepKeysOutOfErrors(SessionCrypto);
  expect(errorOf(app, rubbish)).toBe(
    'Error: TON Connect: a message that the keys of this session do not open',
  );
  expect(errorOf(app, wallet.encrypt('hello', keyOf(app)))).toBe('hello');
});
