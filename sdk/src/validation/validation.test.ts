import * as official from '@tonconnect/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toUserFriendlyAddress } from '../protocol/address.js';
import {
  validateConnectAdditionalRequest,
  validateSendTransactionRequest,
  validateSignDataPayload,
  validateTonProofItemReply,
} from './arguments.js';

const RAW = `0:${'ab'.repeat(32)}`;
const TO = toUserFriendlyAddress(RAW);
const message = (fields: object = {}) => ({ address: TO, amount: '1', ...fields });
const request = (fields: object = {}) => ({ validUntil: 1, messages: [message()], ...fields });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A connector that is not connected, so that it only validates. */
const connector = () =>
  new official.TonConnect({
    manifestUrl: 'https://app.example.org/m.json',
    analytics: { mode: 'off' },
    storage: {
      getItem: async () => null,
      setItem: async () => undefined,
      removeItem: async () => undefined,
    },
  });

/** Text of the official SDK. Null if it accepts the value. */
async function officialProblem(call: () => unknown): Promise<string | null> {
  try {
    await call();
  } catch (error) {
    if (error instanceof official.WalletNotConnectedError) return null;
    return (error as Error).message;
  }
  return null;
}

function problem(validate: (value: unknown) => void, value: unknown): string | null {
  try {
    validate(value);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('validateSendTransactionRequest', () => {
  const inMessage = (fields: object) => request({ messages: [message(), message(fields)] });
  it.each([
    request(),
    request({ network: '-239', from: RAW }),
    request({ from: TO, validUntil: undefined }),
    request({ validUntil: 0 }),
    request({ validUntil: Number.NaN }),
    inMessage({
      stateInit: 'te6cckE=',
      payload: 'te6cc_-',
      extraCurrency: { 100: '5', '-1': '0' },
    }),
    inMessage({ extraCurrency: {} }),
    null,
    'x',
    [],
    undefined,
    request({ other: 1 }),
    request({ validUntil: '5' }),
    request({ validUntil: true }),
    request({ network: '' }),
    request({ network: 'main' }),
    request({ network: -239 }),
    request({ network: null }),
    request({ from: '' }),
    request({ from: '0:1' }),
    request({ from: null }),
    request({ messages: undefined }),
    request({ messages: [] }),
    request({ messages: {} }),
    request({ messages: [null] }),
    request({ messages: new Array(1) }),
    request({ messages: [message(), 5] }),
    inMessage({ bounce: true }),
    inMessage({ address: '' }),
    inMessage({ address: 5 }),
    inMessage({ address: RAW }),
    inMessage({ address: `${TO.slice(0, -1)}!` }),
    inMessage({ address: TO.replace(/.$/, (char) => (char === 'A' ? 'B' : 'A')) }),
    inMessage({ amount: '' }),
    inMessage({ amount: 5 }),
    inMessage({ amount: '1.5' }),
    inMessage({ amount: '-1' }),
    inMessage({ amount: '1\n' }),
    inMessage({ stateInit: '' }),
    inMessage({ stateInit: 'AAAA' }),
    inMessage({ stateInit: 'te6cc+' }),
    inMessage({ payload: null }),
    inMessage({ payload: 5 }),
    inMessage({ payload: 'te6cc/_=' }),
    inMessage({ extraCurrency: [] }),
    inMessage({ extraCurrency: null }),
    inMessage({ extraCurrency: { a: '1' } }),
    inMessage({ extraCurrency: { 1: 1 } }),
    inMessage({ extraCurrency: { 1: '-1' } }),
  ])('agrees with the official SDK: %j', async (value) => {
    const expected = await officialProblem(() => connector().sendTransaction(value as never));
    expect(problem(validateSendTransactionRequest, value)).toBe(expected);
  });

  it('warns of a deadline that wallets reject', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const now = Math.floor(Date.now() / 1000);
    validateSendTransactionRequest(request({ validUntil: now + 200 }));
    expect(warn).not.toBeCalled();
    validateSendTransactionRequest(request({ validUntil: now + 1000 }));
    expect(warn).toBeCalledWith(expect.stringContaining('is more than 5 minutes from now'));
  });
});

describe('validateSignDataPayload', () => {
  it.each([
    { type: 'text', text: 'hello' },
    { type: 'binary', bytes: '!', network: '-3', from: TO },
    { type: 'cell', schema: 'x', cell: 'te6cckE=', from: RAW },
    null,
    [],
    {},
    { type: '' },
    { type: 5 },
    { type: 'json' },
    { type: 'toString' },
    { type: 'text', text: '' },
    { type: 'text', text: 'a', bytes: 'b' },
    { type: 'text', text: 'a', network: 'b' },
    { type: 'text', text: 'a', from: 'b' },
    { type: 'binary' },
    { type: 'binary', bytes: 'b', text: 'a' },
    { type: 'binary', bytes: 'b', network: null },
    { type: 'cell', cell: 'te6cckE=' },
    { type: 'cell', schema: 'x' },
    { type: 'cell', schema: 'x', cell: 'AAAA' },
    { type: 'cell', schema: 'x', cell: 'te6cckE=', text: '' },
    { type: 'cell', schema: 'x', cell: 'te6cckE=', from: '' },
  ])('agrees with the official SDK: %j', async (value) => {
    const expected = await officialProblem(() => connector().signData(value as never));
    expect(problem(validateSignDataPayload, value)).toBe(expected);
  });
});

describe('validateConnectAdditionalRequest', () => {
  const long = (length: number) => ({ tonProof: 'é'.repeat(length) });
  it.each([
    [{ tonProof: 'a' }, 'app.example.org'],
    [{}, 'app.example.org'],
    [{ tonProof: undefined }, 'app.example.org'],
    [long(500), undefined],
    [long(500), ''],
    [long(64), 'app.example.org'],
    [long(65), 'app.example.org'],
    [long(60), 'a'.repeat(103)],
    [{ tonProof: 'a' }, 'a'.repeat(129)],
    [{ tonProof: '' }, 'app.example.org'],
    [{ tonProof: 5 }, 'app.example.org'],
    [{ tonProof: 'a', other: 1 }, 'app.example.org'],
    [[], 'app.example.org'],
    ['x', 'app.example.org'],
  ])('agrees with the official SDK: %j on %s', async (value, hostname) => {
    if (hostname !== undefined) vi.stubGlobal('window', { location: { hostname } });
    const source = { jsBridgeKey: 'absent' };
    const expected = await officialProblem(() =>
      connector().connect(source, { request: value as never }),
    );
    const own = problem(validateConnectAdditionalRequest, value);
    // With a valid request the official SDK continues, and finds no wallet.
    expect(own).toBe(expected?.includes('WalletNotInjectedError') ? null : expected);
  });
});

describe('validateTonProofItemReply', () => {
  const domain = { lengthBytes: 3, value: 'é.' };
  const proof = { timestamp: 1, domain, payload: 'p', signature: 'AAAA' };
  const name = 'ton_proof';
  it.each([
    [{ name, proof }, undefined],
    [{ name, error: { code: 300, message: 'no' } }, undefined],
    [null, 'ton_proof item must be an object'],
    [{ name, proof, more: 1 }, 'ton_proof item contains extra properties'],
    [{ name }, "'ton_proof' item must contain either 'proof' or 'error'"],
    [
      { name, proof, error: 1 },
      "'ton_proof' item must contain either 'proof' or 'error', not both",
    ],
    [{ name, proof: null }, "Invalid 'proof' object"],
    [{ name, proof: { ...proof, timestamp: '1' } }, "Invalid 'proof.timestamp'"],
    [{ name, proof: { ...proof, domain: 'x' } }, "Invalid 'proof.domain'"],
    [{ name, proof: { ...proof, domain: {} } }, "Invalid 'proof.domain.lengthBytes'"],
    [{ name, proof: { ...proof, domain: { lengthBytes: 1 } } }, "Invalid 'proof.domain.value'"],
    [
      { name, proof: { ...proof, domain: { lengthBytes: 2, value: 'é.' } } },
      "'proof.domain.lengthBytes' does not match 'proof.domain.value'",
    ],
    [{ name, proof: { ...proof, payload: '' } }, "Invalid 'proof.payload'"],
    [{ name, proof: { ...proof, signature: 'AA-_' } }, "Invalid 'proof.signature' format"],
    [{ name, error: 'no' }, "Invalid 'error' object"],
    [
      { name, error: { code: 1, message: 'a', data: 1 } },
      'ton_proof error contains extra properties',
    ],
    [{ name, error: { code: '1', message: 'a' } }, "Invalid 'error.code'"],
    [{ name, error: { code: 1 } }, "Invalid 'error.message'"],
  ])('%j: %s', (item, expected) => {
    expect(validateTonProofItemReply(item)).toBe(expected);
  });
});
