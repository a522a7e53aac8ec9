import { afterEach, describe, expect, it } from 'vitest';
import { shownAddress } from './account';
import { type Conduct, GOOD_CONDUCT } from './conduct';
import { NOW, TestApp } from './wallet.fixture';

let app: TestApp;
afterEach(() => app.wallet.close());

const manifestUrl = 'https://dapp.example.org/m.json';
const request = { manifestUrl, items: [{ name: 'ton_addr' }] };
const behave = (conduct: Partial<Conduct>) =>
  app.wallet.configure({ conduct: { ...GOOD_CONDUCT, ...conduct } });
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

describe('a wallet that behaves', () => {
  it('approves by itself', async () => {
    app = new TestApp();
    await behave({ answer: 'approve' });
    await app.wallet.openLink(app.link(request));
    await answered().toMatchObject({ event: 'connect' });
    await app.say(transaction());
    await answered().toMatchObject({ id: '1', result: expect.any(String) });
    expect(app.wallet.view().pending).toEqual([]);
  });

  it('answers with the error that is asked for', async () => {
    app = new TestApp();
    await app.connect();
    await behave({ answer: 'error-400' });
    await app.say(transaction());
    await answered().toMatchObject({ id: '1', error: { code: 400 } });
  });

  it('never answers, and has nothing to decide', async () => {
    app = new TestApp();
    await app.connect();
    const before = app.received.length;
    await behave({ answer: 'never' });
    await app.say(transaction());
    expect(app.received).toHaveLength(before);
    expect(app.wallet.view().pending).toEqual([]);
    expect(app.wallet.view().journal[0]?.text).toContain('left unanswered');
  });

  it('answers late', async () => {
    app = new TestApp();
    await behave({ delay: '10' });
    await app.connect();
    expect(app.waits).toEqual([10_000]);
  });

  it('takes one message at a time, and says so', async () => {
    app = new TestApp();
    await behave({ features: 'one-message' });
    const event = await app.connect();
    expect(event).toMatchObject({
      payload: {
        device: { features: ['SendTransaction', { maxMessages: 1 }, { name: 'SignData' }] },
      },
    });
    await app.say(transaction(2));
    expect(app.last()).toMatchObject({ id: '1', error: { code: 1 } });
  });

  it('does without what it lacks', async () => {
    app = new TestApp();
    await behave({ features: 'no-transactions' });
    const event = await app.connect();
    expect(event).toMatchObject({ payload: { device: { features: [{ name: 'SignData' }] } } });
    await app.say(transaction());
    expect(app.last()).toMatchObject({ id: '1', error: { code: 400 } });
  });

  it('connects with the wrong network', async () => {
    app = new TestApp();
    await behave({ network: 'other' });
    const event = await app.connect([{ name: 'ton_addr', network: '-239' }]);
    expect(event).toMatchObject({ payload: { items: [{ network: '-3' }] } });
  });
});

describe('the wallet', () => {
  it('has several accounts, and an app keeps the one it was given', async () => {
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
    const list = [
      {
        app_name: 'keeper',
        name: 'Keeper',
        universal_url: 'https://app.keeper.example/ton-connect',
        features: [{ name: 'SendTransaction', maxMessages: 2 }],
      },
    ];
    app.manifests.set('https://wallet.example.org/wallets-v2.json', () => Response.json(list));
    await app.wallet.openLink(app.link(request, 'https://app.keeper.example/ton-connect'));
    await app.approve();
    expect(app.last()).toMatchObject({
      payload: { device: { appName: 'keeper', features: ['SendTransaction', { maxMessages: 2 }] } },
    });
    await app.say(transaction(3));
    expect(app.last()).toMatchObject({ error: { code: 1 } });
  });

  it('tells in the clear what was said', async () => {
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

  it('is new again after a reset', async () => {
    app = new TestApp();
    await app.connect();
    await behave({ answer: 'never' });
    const before = app.wallet.view().account.raw;
    await app.wallet.reset();
    expect(app.last()).toMatchObject({ event: 'disconnect' });
    const { state, account } = app.wallet.view();
    expect(state).toMatchObject({ conduct: GOOD_CONDUCT, sessions: [], queue: [] });
    expect(account.raw).not.toBe(before);
  });
});
