import { SessionCrypto as OfficialCrypto } from '@tonconnect/protocol';
import { describe, expect, it } from 'vitest';
import { parseHex } from '../protocol/hex.js';
import { SessionCrypto } from './session-crypto.js';

const TEXTS = ['', 'a', 'Привет, 💎', 'x'.repeat(63), 'x'.repeat(64), 'y'.repeat(5000)];

describe('SessionCrypto', () => {
  it.each(TEXTS)('ExchangesTextsWithTheOfficialClass %#', (text) => {
    const ours = new SessionCrypto();
    const theirs = new OfficialCrypto();
    const sent = ours.encrypt(text, parseHex(theirs.sessionId));
    expect(theirs.decrypt(sent, parseHex(ours.sessionId))).toBe(text);
    const received = theirs.encrypt(text, parseHex(ours.sessionId));
    expect(ours.decrypt(received, parseHex(theirs.sessionId))).toBe(text);
  });

  it('RestoresAKeyPairOfTheOfficialClass', () => {
    const theirs = new OfficialCrypto();
    const pair = theirs.stringifyKeypair();
    const ours = new SessionCrypto(pair);
    expect(ours.sessionId).toBe(theirs.sessionId);
    expect(ours.stringifyKeypair()).toEqual(pair);
    expect(new OfficialCrypto(new SessionCrypto().stringifyKeypair()).sessionId).toMatch(
      /^[\da-f]{64}$/,
    );
  });

  it('PrefixesTheBoxWithANewNonce', () => {
    const crypto = new SessionCrypto();
    const peer = parseHex(new SessionCrypto().sessionId);
    const [first, second] = [crypto.encrypt('abc', peer), crypto.encrypt('abc', peer)];
    expect(first).toHaveLength(24 + 16 + 3);
    expect(first.subarray(0, 24)).not.toEqual(second.subarray(0, 24));
  });

  it('RejectsChangedTruncatedAndForeignMessagesWithoutNamingKeys', () => {
    const [sender, receiver, other] = [1, 2, 3].map(() => new SessionCrypto()) as [
      SessionCrypto,
      SessionCrypto,
      SessionCrypto,
    ];
    const from = parseHex(sender.sessionId);
    const sealed = sender.encrypt('secret text', parseHex(receiver.sessionId));
    const changed = Uint8Array.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const { secretKey } = receiver.stringifyKeypair();
    const wrong: [SessionCrypto, Uint8Array][] = [
      [receiver, changed],
      [receiver, sealed.subarray(0, 30)],
      [receiver, new Uint8Array()],
      [other, sealed],
    ];
    for (const [crypto, message] of wrong) {
      let text = '';
      try {
        crypto.decrypt(message, from);
      } catch (error) {
        text = String(error);
      }
      expect(text).toMatch(/^Error: Decryption error/);
      expect(text).not.toContain(secretKey);
      expect(text).not.toContain(parseHex(secretKey).toString());
      expect(text).not.toContain('secret text');
    }
  });

  it('RejectsKeysOfAnotherLength', () => {
    const crypto = new SessionCrypto();
    expect(() => crypto.encrypt('a', new Uint8Array(31))).toThrow();
    expect(() => crypto.decrypt(new Uint8Array(50), new Uint8Array(33))).toThrow();
  });
});
