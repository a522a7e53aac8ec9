import { beginCell } from '@prichal/dev-wallet/core';

/** A template for a request. Its JSON can be edited before it is sent. */
export type Preset = {
  name: string;
  method: 'sendTransaction' | 'signData';
  /** `now` is in Unix seconds. `address` is the connected address, user-friendly. */
  make(now: number, address: string): object;
};

/** Validity of a test transaction, in seconds. */
const LIFE = 300;
/** Validity of the transaction that expires while the user watches, in seconds. */
const SHORT_LIFE = 15;

const text = (words: string) => beginCell().storeUint(0, 32).storeStringTail(words).endCell();
const base64 = (cell: ReturnType<typeof text>) => cell.toBoc().toString('base64');

/**
 * Presets of the console: each kind of request that a wallet answers, and one that it must refuse.
 */
export const PRESETS: readonly Preset[] = [
  {
    name: 'Transfer',
    method: 'sendTransaction',
    make: (now, address) => ({
      validUntil: now + LIFE,
      messages: [{ address, amount: '10000000' }],
    }),
  },
  {
    name: 'Transfer with a comment',
    method: 'sendTransaction',
    make: (now, address) => ({
      validUntil: now + LIFE,
      messages: [{ address, amount: '10000000', payload: base64(text('Moored at Prichal')) }],
    }),
  },
  {
    name: 'Four messages',
    method: 'sendTransaction',
    make: (now, address) => ({
      validUntil: now + LIFE,
      messages: [1, 2, 3, 4].map((part) => ({ address, amount: String(part * 1_000_000) })),
    }),
  },
  {
    name: 'Expires in 15 s',
    method: 'sendTransaction',
    make: (now, address) => ({
      validUntil: now + SHORT_LIFE,
      messages: [{ address, amount: '10000000' }],
    }),
  },
  {
    name: 'Wrong network',
    method: 'sendTransaction',
    make: (now, address) => ({
      validUntil: now + LIFE,
      network: '-3',
      messages: [{ address, amount: '1' }],
    }),
  },
  {
    name: 'Text',
    method: 'signData',
    make: () => ({ type: 'text', text: 'I agree to be moored here.\nСогласен стоять у причала.' }),
  },
  {
    name: 'Binary',
    method: 'signData',
    make: () => ({ type: 'binary', bytes: 'AAEC/w==' }),
  },
  {
    name: 'Cell',
    method: 'signData',
    make: () => ({
      type: 'cell',
      schema: 'comment#00000000 text:SnakeData = InMsgBody;',
      cell: base64(text('hi')),
    }),
  },
];
