import { signVerify } from '@ton/crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { shownAddress } from '../ton/account.ts';
import { proofHash } from '../ton/proof.ts';
import { MANIFEST, NOW, TestApp } from './test-app.fixture.ts';

let app: TestApp;
afterEach(() => app.wallet.close());

const seconds = NOW / 1000;
const transaction = (app: TestApp, id = '1') => ({
  method: 'sendTransaction',
  id,
  params: [
    JSON.stringify({
      validUntil: seconds + 60,
      messages: [{ address: shownAddress(app.wallet.view().account.address, '-239'), amount: '1' }],
    }),
  ],
});

describe('connecting by a link', () => {
  it("returns the address and a valid proof for the manifest's domain", async () => {
    app = new TestApp();
    const event = await app.connect([
      { name: 'ton_addr' },
      { name: 'ton_proof', payload: 'nonce' },
    ]);
    const { account } = app.wallet.view();
    expect(event).toMatchObject({
      event: 'connect',
      id: NOW,
      payload: {
        device: { appName: 'prichal-dev', maxProtocolVersion: 2 },
        items: [
          {
            name: 'ton_addr',
            address: account.raw,
            network: '-239',
            publicKey: account.publicKey,
            walletStateInit: account.stateInit,
          },
          { name: 'ton_proof', proof: { payload: 'nonce', timestamp: seconds } },
        ],
      },
    });
    const { items } = event.payload as { items: [unknown, { proof: { signature: string } }] };
    const hash = proofHash({
      account,
      domain: 'dapp.example.org',
      timestamp: seconds,
      payload: 'nonce',
    });
    const signature = Buffer.from(items[1].proof.signature, 'base64');
    expect(signVerify(hash, signature, account.keys.publicKey)).toBe(true);
    expect(app.urls.at(0)).toContain('ttl=300');
    expect(app.wallet.view().state.sessions).toHaveLength(1);
  });

  it('opens one stream with heartbeats for all sessions of a bridge', async () => {
    app = new TestApp();
    await app.connect();
    const stream = app.urls.findLast((url) => url.includes('/events?'));
    expect(stream).toContain('heartbeat=message');
    expect(stream).toContain(app.wallet.view().state.sessions[0]?.id);
  });

  it('declines with code 300', async () => {
    app = new TestApp();
    const manifestUrl = 'https://dapp.example.org/m.json';
    await app.wallet.openLink(app.link({ manifestUrl, items: [{ name: 'ton_addr' }] }));
    expect(app.wallet.view().pending[0]?.app).toEqual(MANIFEST);
    await app.decline();
    expect(app.last()).toMatchObject({ event: 'connect_error', payload: { code: 300 } });
    expect(app.wallet.view().state.sessions).toHaveLength(0);
  });

  it.each([
    [1, 'not JSON', 'is not JSON', undefined],
    [1, { manifestUrl: 'https://dapp.example.org/m.json', items: [] }, 'ton_addr', undefined],
    [
      2,
      { manifestUrl: 'https://dapp.example.org/404', items: [{ name: 'ton_addr' }] },
      '404',
      undefined,
    ],
    [
      2,
      { manifestUrl: 'ftp://dapp.example.org', items: [{ name: 'ton_addr' }] },
      'http(s)',
      undefined,
    ],
    [
      3,
      { manifestUrl: 'https://dapp.example.org/x', items: [{ name: 'ton_addr' }] },
      'not JSON',
      '<p>',
    ],
    [
      3,
      { manifestUrl: 'https://dapp.example.org/x', items: [{ name: 'ton_addr' }] },
      '"name"',
      '{"url":"https://a.b"}',
    ],
  ])('answers an invalid request with code %i: %j', async (code, request, words, manifest) => {
    app = new TestApp();
    if (manifest) app.manifests.set('https://dapp.example.org/x', () => new Response(manifest));
    const outcome = await app.wallet.openLink(app.link(request));
    expect(outcome).toEqual({ ok: false, problem: expect.stringContaining(words) });
    expect(app.last()).toMatchObject({ event: 'connect_error', payload: { code } });
  });

  it('asks once if a link is opened twice', async () => {
    app = new TestApp();
    const request = {
      manifestUrl: 'https://dapp.example.org/m.json',
      items: [{ name: 'ton_addr' }],
    };
    await app.wallet.openLink(app.link(request));
    expect(await app.wallet.openLink(app.link(request))).toMatchObject({
      note: expect.any(String),
    });
    expect(app.wallet.view().pending).toHaveLength(1);
  });

  it('keeps the request if the bridge rejects the answer', async () => {
    app = new TestApp();
    const manifestUrl = 'https://dapp.example.org/m.json';
    await app.wallet.openLink(app.link({ manifestUrl, items: [{ name: 'ton_addr' }] }));
    app.refuse = 503;
    await expect(app.approve()).rejects.toThrow('answered 503');
    expect(app.wallet.view().pending).toHaveLength(1);
    app.refuse = null;
    await app.approve();
    expect(app.wallet.view().state.sessions).toHaveLength(1);
  });
});

describe('requests of a connected app', () => {
  it('are answered with a BoC, and the next transfer has the next sequence number', async () => {
    app = new TestApp();
    await app.connect();
    await app.say(transaction(app));
    expect(app.wallet.view().pending).toHaveLength(1);
    await app.approve();
    expect(app.last()).toEqual({ id: '1', result: expect.stringMatching(/^te6cc/) });
    expect(app.wallet.view().state.seqnos).toEqual({ [app.wallet.view().account.raw]: 1 });
  });

  it('are declined with code 300', async () => {
    app = new TestApp();
    await app.connect();
    await app.say(transaction(app));
    await app.decline();
    expect(app.last()).toMatchObject({ id: '1', error: { code: 300 } });
  });

  it('are shown one at a time, in order, without duplicates', async () => {
    app = new TestApp();
    await app.connect();
    await app.say(transaction(app, '1'));
    await app.say(transaction(app, '2'));
    await app.say(transaction(app, '1'));
    const ids = app.wallet.view().pending.map((each) => (each.kind === 'call' ? each.call.id : ''));
    expect(ids).toEqual(['1', '2']);
  });

  it('are signed for their domain if they ask for data', async () => {
    app = new TestApp();
    await app.connect();
    await app.say({ method: 'signData', id: '1', params: ['{"type":"text","text":"Да"}'] });
    await app.approve();
    expect(app.last()).toMatchObject({
      id: '1',
      result: {
        domain: 'dapp.example.org',
        timestamp: seconds,
        payload: { type: 'text', text: 'Да' },
      },
    });
  });

  it.each([
    [400, { method: 'fly', id: '1', params: [] }],
    [1, { method: 'sendTransaction', id: '1', params: [] }],
    [1, { method: 'sendTransaction', id: '1', params: ['{'] }],
    [1, { method: 'signData', id: '1', params: ['{"type":"binary","bytes":"?"}'] }],
    [1, { method: 'signData', id: 'one', params: ['{}'] }],
  ])('are answered at once with code %i for %j', async (code, call) => {
    app = new TestApp();
    await app.connect();
    await app.say(call);
    expect(app.last()).toMatchObject({ id: call.id, error: { code } });
    expect(app.wallet.view().pending).toHaveLength(0);
  });

  it('are dropped and logged if they cannot be decrypted', async () => {
    app = new TestApp();
    await app.connect();
    app.deliver('AAAA', '9');
    await expect
      .poll(() => app.wallet.view().journal[0])
      .toMatchObject({ tone: 'problem', text: expect.stringContaining('Example') });
  });
});

describe('disconnecting', () => {
  it('is confirmed if the app disconnects', async () => {
    app = new TestApp();
    await app.connect();
    await app.say({ method: 'disconnect', id: '1', params: [] });
    expect(app.last()).toEqual({ id: '1', result: {} });
    expect(app.wallet.view().state.sessions).toHaveLength(0);
  });

  it('sends an event with a greater id if the wallet disconnects', async () => {
    app = new TestApp();
    await app.connect();
    await app.wallet.disconnect(app.wallet.view().state.sessions[0]?.id ?? '');
    expect(app.last()).toEqual({ event: 'disconnect', id: NOW + 1, payload: {} });
  });
});
