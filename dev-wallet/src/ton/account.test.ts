import { describe, expect, it } from 'vitest';
import { accountOf, type Chain, shortened, shownAddress, type WalletVersion } from './account.ts';
import vectors from './accounts.vectors.json';

describe('accountOf', () => {
  it.each(vectors)('returns the account of $version on $network', (vector) => {
    const account = accountOf(
      vector.seedHex,
      vector.version as WalletVersion,
      vector.network as Chain,
    );
    expect(account.raw).toBe(vector.address);
    expect(account.init.code.hash().toString('hex')).toBe(vector.codeHashHex);
    expect(Buffer.from(account.stateInit, 'base64').length).toBeGreaterThan(100);
  });

  it('gives a key another address on the other network only for v5r1', () => {
    const seed = '11'.repeat(32);
    expect(accountOf(seed, 'v5r1', '-239').raw).not.toBe(accountOf(seed, 'v5r1', '-3').raw);
    expect(accountOf(seed, 'v4r2', '-239').raw).toBe(accountOf(seed, 'v4r2', '-3').raw);
  });
});

describe('addresses for users', () => {
  const { address } = accountOf('22'.repeat(32), 'v5r1', '-239');

  it('are non-bounceable, and marked on the test network', () => {
    expect(shownAddress(address, '-239')).toMatch(/^UQ/);
    expect(shownAddress(address, '-3')).toMatch(/^0Q/);
  });

  it('are shortened to their first and last four characters', () => {
    expect(shortened(shownAddress(address, '-239'))).toMatch(/^UQ..….{4}$/);
  });
});
