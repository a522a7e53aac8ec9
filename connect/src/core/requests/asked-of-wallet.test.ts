import { describe, expect, it } from 'vitest';
import { askedOfWallet } from './request.js';

const message = (more: object = {}) => ({ address: 'UQ1', amount: '1500000000', ...more });
const asked = (...messages: unknown[]) => askedOfWallet({ validUntil: 1, messages });

describe('the summary of a request', () => {
  it('has the total, the recipient and the number of messages', () => {
    expect(asked(message())).toEqual({
      kind: 'transaction',
      amount: '1.500000000',
      recipient: 'UQ1',
      messages: 1,
    });
    expect(asked(message({ amount: '1' }), message({ address: 'UQ2' }))).toMatchObject({
      amount: '1.500000001',
      recipient: null,
      messages: 2,
    });
  });

  it('is exact for amounts above the range of numbers', () => {
    expect(asked(message({ amount: '9007199254740993000000001' }))).toMatchObject({ amount: null });
    expect(asked(message({ amount: '9007199254740993001' }))).toMatchObject({
      amount: '9007199254.740993001',
    });
  });

  it.each(['text', 'binary', 'cell'])('has the kind %s', (type) => {
    expect(askedOfWallet({ type })).toEqual({ kind: type });
  });

  it('has no total if it contains more than TON', () => {
    const extraCurrency = { 100: '1' };
    expect(asked(message({ extraCurrency }))).toMatchObject({ amount: null, messages: 1 });
  });

  it.each([
    null,
    undefined,
    7,
    'x',
    [],
    {},
    { messages: [] },
    { messages: 'x' },
    { messages: [null] },
    { type: 'other' },
  ])('is null if the request is malformed: %j', (payload) => {
    expect(askedOfWallet(payload)).toBeNull();
  });

  it('is empty if the request cannot be read', () => {
    const trap = {
      get messages(): never {
        throw new Error('a trap');
      },
    };
    expect(askedOfWallet(trap)).toBeNull();
  });

  it.each(['-1', '1.5', '', ' ', 'x', null, {}, Number.NaN])('has no amount for %j', (amount) => {
    expect(asked(message({ amount }))).toMatchObject({ amount: null, recipient: 'UQ1' });
  });
});
