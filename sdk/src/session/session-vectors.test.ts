import { expect, it } from 'vitest';
import { decodeBase64 } from '../protocol/base64.js';
import { parseHex } from '../protocol/hex.js';
// Made with tweetnacl 1.0.3.
import vectors from './session.vectors.json' with { type: 'json' };
import { SessionCrypto } from './session-crypto.js';

it.each(vectors)('OpensTheMessageOfTweetnacl $publicKey', (vector) => {
  const { secretKey, publicKey, walletSecretKey, walletPublicKey, body, plaintext } = vector;
  const wallet = new SessionCrypto({ secretKey: walletSecretKey, publicKey: walletPublicKey });
  const message = decodeBase64(body);
  expect(wallet.decrypt(message, parseHex(publicKey))).toBe(plaintext);
  // The key of a box is the same for both sides.
  const app = new SessionCrypto({ secretKey, publicKey });
  expect(app.decrypt(message, parseHex(walletPublicKey))).toBe(plaintext);
  message[24] = (message[24] ?? 0) ^ 1;
  expect(() => wallet.decrypt(message, parseHex(publicKey))).toThrow('Decryption error');
});
