import { describe, expect, it } from 'vitest';
import { accountOf, shownAddress } from '../ton/account.ts';
import { beginCell, Cell } from '../ton/ton.ts';
import { inTon, readTransaction } from './transaction.ts';

const account = accountOf('33'.repeat(32), 'v5r1', '-239');
const to = shownAddress(accountOf('44'.repeat(32), 'v5r1', '-239').address, '-239', true);
const now = 1_800_000_000;
const comment = beginCell().storeUint(0, 32).storeStringTail('Привет, '.repeat(30)).endCell();
const base64 = (cell: Cell) => cell.toBoc().toString('base64');
const transaction = (message: object, more: object = {}) => ({
  validUntil: now + 60,
  messages: [{ address: to, amount: '1500000000', ...message }],
  ...more,
});

describe('readTransaction', () => {
  it('parses recipient, amount and comment', () => {
    const read = readTransaction(transaction({ payload: base64(comment) }), account, now, 255);
    expect(read.total).toBe(1_500_000_000n);
    expect(read.transfers[0]).toMatchObject({
      recipient: to,
      comment: 'Привет, '.repeat(30),
      payloadHash: null,
      deploys: false,
    });
  });

  it('returns the hash of a payload that is not a comment', () => {
    const payload = beginCell().storeUint(0x0f8a7ea5, 32).endCell();
    const read = readTransaction(transaction({ payload: base64(payload) }), account, now, 255);
    expect(read.transfers[0]).toMatchObject({
      comment: null,
      payloadHash: payload.hash().toString('hex'),
    });
  });

  it.each([
    ['a time that has passed', transaction({}, { validUntil: now }), 'has passed'],
    ['another network', transaction({}, { network: '-3' }), 'network "-3"'],
    ['another sender', transaction({}, { from: to }), 'is not the connected account'],
    ['no messages', { messages: [] }, 'messages is empty'],
    ['a raw address', transaction({ address: account.raw }), 'not a user-friendly address'],
    ['a wrong checksum', transaction({ address: `${to.slice(0, 47)}A` }), 'messages[0].address'],
    ['a number as amount', transaction({ amount: 5 }), 'messages[0].amount 5'],
    [
      'a payload that is no BoC',
      transaction({ payload: 'AAAA' }),
      'messages[0].payload is not a BoC',
    ],
    ['a state init that is none', transaction({ stateInit: base64(Cell.EMPTY) }), 'stateInit'],
    ['extra currency in words', transaction({ extraCurrency: { 1: 'many' } }), 'extraCurrency[1]'],
  ])('rejects %s', (_, params, words) => {
    expect(() => readTransaction(params, account, now, 255)).toThrow(words);
  });

  it('rejects addresses that are only for the test network', () => {
    const test = shownAddress(account.address, '-3');
    expect(() => readTransaction(transaction({ address: test }), account, now, 255)).toThrow(
      'test network',
    );
  });

  it('rejects more messages than the contract supports', () => {
    const v4 = accountOf('33'.repeat(32), 'v4r2', '-239');
    const messages = Array.from({ length: 5 }, () => ({ address: to, amount: '1' }));
    expect(() => readTransaction({ messages }, v4, now, 4)).toThrow('sends 4 at most');
    expect(readTransaction({ messages }, account, now, 255).transfers).toHaveLength(5);
  });
});

describe('inTon', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [1_500_000_000n, '1.5'],
    [123_000_000_000n, '123'],
  ])('%s nanotons', (nano, ton) => expect(inTon(nano)).toBe(ton));
});
