import { describe, expect, it } from 'vitest';
import { shortAddress } from '../ui/connect-button/button-state.js';
import { toUserFriendlyAddress } from './address.js';
import vectors from './address.vectors.json';
import { ParseHexError, WrongAddressError } from './errors/wallet-errors.js';

describe('toUserFriendlyAddress', () => {
  it.each(vectors)('$description', (vector) => {
    const mainnet = toUserFriendlyAddress(vector.raw);
    expect(mainnet).toBe(vector.mainnet_non_bounceable);
    expect(toUserFriendlyAddress(vector.raw, true)).toBe(vector.testnet_non_bounceable);
    expect(shortAddress(mainnet)).toBe(vector.short_4_4);
  });

  it.each([
    ['', WrongAddressError],
    ['1:00', WrongAddressError],
    [`2:${'0'.repeat(64)}`, WrongAddressError],
    ['0:', ParseHexError],
    [`0:${'0'.repeat(63)}`, ParseHexError],
    [`0:${'g'.repeat(64)}`, ParseHexError],
  ])('rejects %j, and names the expected format', (raw, Class) => {
    expect(() => toUserFriendlyAddress(raw)).toThrow(Class);
    expect(() => toUserFriendlyAddress(raw)).toThrow('is not a raw address: expected 0:<64 hex');
  });
});
