import * as official from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import { toRawAddress, toUserFriendlyAddress } from './address.js';

const RAW = `0:${'0123456789abcdef'.repeat(4)}`;

describe('addresses', () => {
  it.each([RAW, RAW.replace('0:', '-1:'), RAW.toUpperCase()])('formats %s', (raw) => {
    for (const testOnly of [false, true]) {
      const address = toUserFriendlyAddress(raw, testOnly);
      expect(address).toBe(official.toUserFriendlyAddress(raw, testOnly));
      expect(toRawAddress(address)).toBe(raw.toLowerCase());
    }
  });

  it.each([
    '',
    '0',
    `${RAW}:0`,
    RAW.replace('0:', '1:'),
    RAW.replace('0:', 'x:'),
    '0:',
    RAW.slice(0, -1),
    `0:${'zz'.repeat(32)}`,
    `0:${'é'.repeat(64)}`,
  ])('rejects %s as the official SDK does', (raw) => {
    const messageOf = (format: (raw: string) => string): string => {
      try {
        return format(raw);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf(toUserFriendlyAddress)).toBe(messageOf(official.toUserFriendlyAddress));
    expect(messageOf(toUserFriendlyAddress)).toContain('TON_CONNECT_SDK_ERROR');
  });

  it.each([
    ['EQ', 'length'],
    ['EQ*', 'base64'],
    [toUserFriendlyAddress(RAW).replace(/^../, 'EQ'), 'checksum'],
  ])('rejects %s because of its %s', (address, reason) => {
    expect(() => toRawAddress(address.padEnd(4, 'A'))).toThrow(reason);
  });
});
