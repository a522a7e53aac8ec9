import { beginCell, Cell, loadMessageRelaxed } from '@ton/core';
import { signVerify } from '@ton/crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Behaviour, GOOD_BEHAVIOUR } from '../protocol/behaviour.ts';
import { shownAddress } from '../ton/account.ts';
import { proofHash } from '../ton/proof.ts';
import { NOW, TestApp } from './test-app.fixture.ts';

type Proof = { signature: string };

let app: TestApp;
afterEach(() => app.wallet.close());

const manifestUrl = 'https://dapp.example.org/m.json';
const request = { manifestUrl, items: [{ name: 'ton_addr' }] };
const behave = (behaviour: Partial<Behaviour>) =>
  app.wallet.configure({ behaviour: { ...GOOD_BEHAVIOUR, ...behaviour } });
const transaction = (messages = 1) => ({
  method: 'sendTransaction',
  id: '1',
  params: [
    JSON.stringify({
      validUntil: NOW / 1000 + 60,
      messages: Array.from({ length: messages }, () => ({
        address: shownAddress(app.wallet.view().account.address, '-239'),
        amount: '1',
      })),
    }),
  ],
});
const answered = () => expect.poll(() => app.last());

describe('behaviour of the wallet', () => {
  it('approves automatically', async () => {
    app = new TestApp();
    await behave({ answer: 'approve' });
    await app.wallet.openLink(app.link(request));
    await answered().toMatchObject({ event: 'connect' });
    await app.say(transaction());
    await answered().toMatchObject({ id: '1', result: expect.any(String) });
    expect(app.wallet.view().pending).toEqual([]);
  });

  it('answers with the configured error', async () => {
    app = new TestApp();
    await app.connect();
    await behave({ answer: { code: 400 } });
    await app.say(transaction());
    await answered().toMatchObject({ id: '1', error: { code: 400 } });
  });

  it('never answers, and has no pending request', async () => {
    app = new TestApp();
    await app.connect();
    const before = app.received.length;
    await behave({ answer: 'never' });
    await app.say(transaction());
    expect(app.received).toHaveLength(before);
    expect(app.wallet.view().pending).toEqual([]);
    expect(app.wallet.view().journal[0]?.text).toContain('left unanswered');
  });

  it('answers after the delay', async () => {
    app = new TestApp();
    await behave({ delay: 10_000 });
    await app.connect();
    expect(app.waits).toEqual([10_000]);
  });

  it('supports one message per transaction, and reports it', async () => {
    app = new TestApp();
    await behave({ features: { maxMessages: 1 } });
    const event = await app.connect();
    expect(event).toMatchObject({
      payload: {
        device: {
          features: [
            'SendTransaction',
            { maxMessages: 1 },
            { name: 'SignData' },
            { name: 'SignMessage', maxMessages: 1 },
          ],
        },
      },
    });
    await app.say(transaction(2));
    expect(app.last()).toMatchObject({ id: '1', error: { code: 1 } });
  });

  it('rejects requests for disabled features', async () => {
    app = new TestApp();
    await behave({ features: { maxMessages: 0 } });
    const event = await app.connect();
    expect(event).toMatchObject({ payload: { device: { features: [{ name: 'SignData' }] } } });
    await app.say(transaction());
    expect(app.last()).toMatchObject({ id: '1', error: { code: 400 } });
  });

  it('connects on the wrong network', async () => {
    app = new TestApp();
    await behave({ network: 'other' });
    const event = await app.connect([{ name: 'ton_addr', network: '-239' }]);
    expect(event).toMatchObject({ payload: { items: [{ network: '-3' }] } });
  });
});

describe('the wallet', () => {
  it('has several accounts, and keeps the one that an app was given', async () => {
    app = new TestApp();
    const first = app.wallet.view().account.raw;
    await app.connect();
    await app.wallet.configure({ account: 1 });
    expect(app.wallet.view().account.raw).not.toBe(first);
    await app.say(transaction());
    await app.approve();
    expect(app.store.get().seqnos).toEqual({ [first]: 1 });
  });

  it('answers as the wallet whose link was opened', async () => {
    app = new TestApp();
    app.list = [
      {
        app_name: 'keeper',
        name: 'Keeper',
        universal_url: 'https://app.keeper.example/ton-connect',
        features: [{ name: 'SendTransaction', maxMessages: 2 }],
      },
    ];
    await app.wallet.openLink(app.link(request, 'https://app.keeper.example/ton-connect'));
    await app.approve();
    expect(app.last()).toMatchObject({
      payload: { device: { appName: 'keeper', features: ['SendTransaction', { maxMessages: 2 }] } },
    });
    await app.say(transaction(3));
    expect(app.last()).toMatchObject({ error: { code: 1 } });
  });

  it('logs decrypted messages', async () => {
    app = new TestApp();
    await app.connect();
    await app.say(transaction());
    const said = app.wallet.traffic.entries();
    expect(said.map(({ direction, via }) => `${via} ${direction}`)).toEqual([
      'link to wallet',
      'bridge to app',
      'bridge to wallet',
    ]);
    expect(said[2]?.message).toMatchObject({ method: 'sendTransaction' });
  });

  it('is like new after a reset', async () => {
    app = new TestApp();
    await app.connect();
    await behave({ answer: 'never' });
    const before = app.wallet.view().account.raw;
    await app.wallet.reset();
    expect(app.last()).toMatchObject({ event: 'disconnect' });
    const { state, account } = app.wallet.view();
    expect(state).toMatchObject({ behaviour: GOOD_BEHAVIOUR, sessions: [], queue: [] });
    expect(account.raw).not.toBe(before);
  });
});

describe('proofs that a server must reject', () => {
  const items = [{ name: 'ton_addr' }, { name: 'ton_proof', payload: 'nonce' }];
  const DAY = 86_400;
  it.each([
    ['good', 0, 'dapp.example.org', 'nonce', true],
    ['other-key', 0, 'dapp.example.org', 'nonce', false],
    ['stale', -DAY, 'dapp.example.org', 'nonce', true],
    ['future', DAY, 'dapp.example.org', 'nonce', true],
    ['other-domain', 0, 'other-domain.example', 'nonce', true],
    ['other-payload', 0, 'dapp.example.org', 'other-nonce', true],
  ] as const)('%s', async (proof, late, domain, payload, signed) => {
    app = new TestApp();
    await behave({ proof });
    const event = await app.connect(items);
    const [, item] = (event.payload as { items: [unknown, { proof: Proof }] }).items;
    const timestamp = NOW / 1000 + late;
    expect(item.proof).toMatchObject({ timestamp, payload, domain: { value: domain } });
    const { account } = app.wallet.view();
    const hash = proofHash({ account, domain, timestamp, payload });
    const signature = Buffer.from(item.proof.signature, 'base64');
    expect(signVerify(hash, signature, account.keys.publicKey)).toBe(signed);
  });

  it('has no proof if not supported', async () => {
    app = new TestApp();
    await behave({ proof: 'not-supported' });
    expect(await app.connect(items)).toMatchObject({
      payload: { items: [{}, { name: 'ton_proof', error: { code: 400 } }] },
    });
  });
});

describe('unusable answers', () => {
  const answer = async (change: Partial<Behaviour>) => {
    app = new TestApp();
    await app.connect();
    await behave({ answer: 'approve', ...change });
    app.texts.length = 0;
    await app.say(transaction());
    await expect.poll(() => app.texts.length).toBeGreaterThan(0);
    return app.texts;
  };

  it.each([
    ['not-json', /^\{"id":"1","result":"te6cc[^}]*$/],
    ['empty', /^\{"id":"1"\}$/],
    ['other-id', /^\{"id":"1001","result":/],
  ] as const)('%s', async (form, text) => {
    expect(await answer({ form })).toEqual([expect.stringMatching(text)]);
  });

  it('cannot be decrypted', async () => {
    expect(await answer({ form: 'unsealed' })).toEqual([null]);
  });

  it('are sent twice without a change', async () => {
    const texts = await answer({ times: 2 });
    await expect.poll(() => texts).toHaveLength(2);
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('messages for another sender', () => {
  const call = (id = '1') => ({ ...transaction(), method: 'signMessage', id });

  it('are internal messages to the wallet, signed', async () => {
    app = new TestApp();
    await app.connect();
    await app.say(call());
    await app.approve();
    const { internalBoc } = app.last().result as { internalBoc: string };
    const message = loadMessageRelaxed(Cell.fromBase64(internalBoc).beginParse());
    const { account } = app.wallet.view();
    expect(message.info.type).toBe('internal');
    expect(message.info.dest?.toString()).toBe(account.address.toString());
    const { bits } = message.body;
    expect(message.body.beginParse().loadUint(32)).toBe(0x73696e74);
    const slice = message.body.beginParse();
    const order = beginCell().storeBits(slice.loadBits(bits.length - 512));
    while (slice.remainingRefs > 0) order.storeRef(slice.loadRef());
    const signature = slice.loadBuffer(64);
    expect(signVerify(order.endCell().hash(), signature, account.keys.publicKey)).toBe(true);
  });

  it('are rejected by a contract that does not support them', async () => {
    app = new TestApp();
    await app.wallet.configure({ version: 'v4r2' });
    await app.connect();
    await app.say(call());
    expect(app.last()).toMatchObject({ error: { code: 400 } });
  });
});
