import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestPhone } from './test-phone.fixture.ts';
import { startWalletServer, type WalletServer } from './wallet-server.ts';

let server: WalletServer;
beforeAll(async () => {
  server = await startWalletServer();
});
afterAll(() => server.stop());

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const manifest = {
  url: 'https://app.example',
  name: 'App',
  iconUrl: 'https://app.example/icon.png',
};

async function connected(behaviour: object = {}) {
  const { body: wallet } = await call('POST', '/wallets', { manifest, behaviour });
  const phone = new TestPhone(server.bridgeUrl);
  const at = `/wallets/${wallet.id}`;
  const opened = await call('POST', `${at}/open`, { link: phone.link() });
  return { wallet, at, phone, opened };
}

describe('wallet server', () => {
  it('creates, lists and deletes wallets', async () => {
    const { status, body } = await call('POST', '/wallets', { seed: 'alice', network: 'testnet' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ address: expect.stringMatching(/^0Q/), version: 'v5r1' });
    expect((await call('GET', `/wallets/${body.id}`)).body).toEqual(body);
    expect((await call('GET', '/wallets')).body).toContainEqual(body);
    expect((await call('DELETE', `/wallets/${body.id}`)).status).toBe(204);
    expect((await call('GET', `/wallets/${body.id}`)).status).toBe(404);
  });

  it('connects an app by its link and answers it', async () => {
    const { at, phone, wallet, opened } = await connected();
    expect(opened.body.request).toMatchObject({ method: 'connect', app: manifest });
    const event = await phone.next();
    expect(event).toMatchObject({ event: 'connect' });
    await phone.ask('signData', { type: 'text', text: 'Да' });
    const { body: asked } = await call('GET', `${at}/next?method=signData`);
    expect(asked.params).toEqual({ type: 'text', text: 'Да' });
    expect(await phone.next()).toMatchObject({ result: { address: wallet.account.address } });
    expect((await call('GET', `${at}/requests`)).body).toHaveLength(2);
    phone.close();
  });

  it('asks for a decision and carries it out', async () => {
    const { at, phone } = await connected();
    await phone.next();
    expect((await call('PATCH', `${at}/behaviour`, { answer: 'ask' })).status).toBe(204);
    await phone.ask('signData', { type: 'text', text: 'one' });
    const { body: one } = await call('GET', `${at}/next?method=signData`);
    const path = `${at}/requests/${one.id}`;
    const refusal = { code: 300, message: 'No' };
    expect((await call('POST', `${path}/reject`, refusal)).body).toMatchObject({
      state: 'answered',
      answer: { error: refusal },
    });
    expect(await phone.next()).toMatchObject({ error: refusal });
    expect(await call('POST', `${path}/approve`)).toMatchObject({ status: 409 });
    phone.close();
  });

  it('changes the behaviour once', async () => {
    const { at, phone } = await connected();
    await phone.next();
    await call('POST', `${at}/behaviour/once`, { method: 'signData', answer: { code: 400 } });
    await phone.ask('signData', { type: 'text', text: 'one' });
    expect(await phone.next()).toMatchObject({ error: { code: 400 } });
    await phone.ask('signData', { type: 'text', text: 'two' });
    expect(await phone.next()).toMatchObject({ result: {} });
    phone.close();
  });

  it('reports a timeout if no request arrives', async () => {
    const { body: wallet } = await call('POST', '/wallets');
    const { status, body } = await call('GET', `/wallets/${wallet.id}/next?timeout=10`);
    expect(status).toBe(504);
    expect(body.error).toBe('no request within 10 ms. What came: nothing');
  });

  it.each([
    [{ seed: 7 }, 400, 'body.seed 7: it must be a text'],
    [{ colour: 'red' }, 400, /^body\.colour is unknown: there are seed, /],
    [
      { behaviour: { delay: -1 } },
      400,
      'body.behaviour.delay -1: it must be a whole number from 0',
    ],
    [{ behaviour: { answer: 'maybe' } }, 400, /one of ask, approve, never/],
    [{ mnemonic: 'one two', network: 'mainnet' }, 400, /test network alone/],
    [{ mnemonic: 'one two' }, 400, /these 2 words are no recovery phrase/],
  ])('rejects a wallet of %j', async (body, status, words) => {
    const answer = await call('POST', '/wallets', body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatch(words);
  });

  it('accepts requests from programs on this machine, not from web pages', async () => {
    const ask = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve) => {
        request(`${server.url}/wallets`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).end();
      });
    expect(await ask({})).toBe(200);
    expect(await ask({ origin: 'https://evil.example' })).toBe(403);
    expect(await ask({ host: 'evil.example' })).toBe(403);
  });

  it('serves a wallets list for apps', async () => {
    const { body } = await call('GET', '/wallets-v2.json');
    expect(body).toMatchObject([{ name: 'Dev Wallet', bridge: [{ url: server.bridgeUrl }, {}] }]);
  });

  it.each([
    ['GET', '/nothing', 404],
    ['PUT', '/wallets', 405],
    ['GET', '/wallets/none', 404],
  ])('%s %s is %i', async (method, path, status) => {
    expect((await call(method, path)).status).toBe(status);
  });
});
