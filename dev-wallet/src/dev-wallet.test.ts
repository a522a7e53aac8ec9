import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IStorage, TonConnect } from '@tonconnect/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DevWallet, type DevWalletOptions } from './dev-wallet.ts';
import { type LocalBridge, startBridge } from './local-bridge/local-bridge.ts';
import type { Behaviour } from './protocol/behaviour.ts';

let bridge: LocalBridge;
let site: Server;
let manifestUrl: string;
const wallets: DevWallet[] = [];

beforeAll(async () => {
  bridge = await startBridge();
  site = createServer((_, response) => {
    const url = 'https://app.example.org';
    response.end(JSON.stringify({ url, name: 'App', iconUrl: `${url}/icon.png` }));
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  manifestUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/tonconnect-manifest.json`;
});
afterEach(() => {
  for (const wallet of wallets.splice(0)) wallet.close();
});
afterAll(async () => {
  await bridge.stop();
  site.close();
});

function walletOf(options: DevWalletOptions = {}): DevWallet {
  const wallet = new DevWallet({ bridgeUrl: bridge.url, ...options });
  wallets.push(wallet);
  return wallet;
}

function memory(): IStorage {
  const items = new Map<string, string>();
  return {
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
  };
}

/** Makes an app that uses the published SDK. */
function app() {
  const entry = new DevWallet({ bridgeUrl: bridge.url }).listEntry;
  const connector = new TonConnect({
    manifestUrl,
    storage: memory(),
    walletsListSource: `data:application/json,${encodeURIComponent(JSON.stringify([entry]))}`,
    analytics: { mode: 'off' },
  });
  const link = (proof?: string) =>
    connector.connect(
      { universalLink: 'https://dev-wallet.example/connect', bridgeUrl: bridge.url },
      proof === undefined ? {} : { request: { tonProof: proof } },
    );
  const send = (amount = '1') =>
    connector.sendTransaction({
      validUntil: Math.floor(Date.now() / 1000) + 60,
      messages: [{ address: 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ', amount }],
    });
  return { connector, link, send };
}

async function connected(options: DevWalletOptions = {}) {
  const wallet = walletOf(options);
  const { connector, link, send } = app();
  await wallet.open(link());
  await expect.poll(() => connector.connected).toBe(true);
  return { wallet, connector, send };
}

describe('a wallet', () => {
  it('is the same for the same seed and differs for another', () => {
    expect(walletOf().address).toBe(walletOf().address);
    expect(walletOf({ seed: 'alice' }).address).not.toBe(walletOf().address);
    const key = '88'.repeat(32);
    expect(walletOf({ seed: key }).account.raw).toBe(walletOf({ seed: key }).account.raw);
    expect(walletOf({ network: 'testnet' }).address).toMatch(/^0Q/);
    expect(walletOf({ version: 'v4r2' }).account.version).toBe('v4r2');
  });

  it('is on the test network if made from a recovery phrase', async () => {
    await expect(DevWallet.fromMnemonic('one two three')).rejects.toThrow(/these 3 words/);
    const { mnemonicNew } = await import('@ton/crypto');
    const wallet = await DevWallet.fromMnemonic(await mnemonicNew(), { bridgeUrl: bridge.url });
    wallets.push(wallet);
    const { connector, link } = app();
    await wallet.open(link());
    await expect.poll(() => connector.account?.chain).toBe('-3');
    await connector.disconnect();
    wallet.behave({ network: 'other' });
    await wallet.open(link());
    await expect.poll(() => connector.account?.chain).toBe('-3');
    expect(() => wallet.switchNetwork('mainnet')).toThrow(/test network alone/);
  });

  it('rejects a link without a bridge', async () => {
    const wallet = new DevWallet();
    await expect(wallet.open('tc://?v=2')).rejects.toThrow(/has no bridge/);
  });

  it('reports the problem with a link', async () => {
    await expect(walletOf().open('hello')).rejects.toThrow(/"hello" is not a link/);
  });
});

describe('an app on the SDK', () => {
  it('connects, sends a transaction, and restores its session', async () => {
    const { wallet, connector, send } = await connected();
    expect(connector.account?.address).toBe(wallet.account.raw);
    const { boc } = await send('5');
    expect(boc).toMatch(/^te6cc/);
    const request = await wallet.nextRequest('sendTransaction');
    expect(request.params.messages[0]?.amount).toBe('5');
    expect(request.app?.name).toBe('App');
    expect(await request.answered()).toMatchObject({ result: boc });
    expect(wallet.requests.map(({ method }) => method)).toEqual(['connect', 'sendTransaction']);
  });

  it('gets data signed', async () => {
    const { wallet, connector } = await connected();
    const signed = await connector.signData({ type: 'text', text: 'Да' });
    expect(signed).toMatchObject({ domain: 'app.example.org', address: wallet.account.raw });
  });

  it('gets one refusal, then approvals', async () => {
    const { wallet, send } = await connected();
    wallet.behaveOnce('sendTransaction', { answer: { code: 300, message: 'Not today' } });
    await expect(send()).rejects.toThrow(/Not today/);
    await expect(send()).resolves.toBeTruthy();
  });

  it('waits for a decision if the wallet asks', async () => {
    const { wallet, send } = await connected();
    wallet.behave({ answer: 'ask' });
    const sent = send('7');
    const request = await wallet.nextRequest('sendTransaction');
    expect(request.state).toBe('waiting');
    await request.approve();
    await expect(sent).resolves.toBeTruthy();
    await expect(request.approve()).rejects.toThrow(/is answered already/);

    const other = send('8');
    const refused = expect(other).rejects.toThrow(/Changed my mind/);
    await (await wallet.nextRequest('sendTransaction')).reject({ message: 'Changed my mind' });
    await refused;
  });

  it('gets any answer that a test makes up', async () => {
    const { wallet, send } = await connected();
    wallet.behave({ answer: 'ask' });
    const sent = send();
    const request = await wallet.nextRequest('sendTransaction');
    await request.respond({ id: '0', result: 'nonsense' });
    await expect(sent).resolves.toMatchObject({ boc: 'nonsense' });
  });

  it('waits without end if the wallet never answers', async () => {
    const { wallet, send } = await connected();
    wallet.behave({ answer: 'never' });
    let settled = false;
    const settle = () => {
      settled = true;
    };
    send().then(settle, settle);
    const request = await wallet.nextRequest('sendTransaction');
    await expect.poll(() => request.state).toBe('unanswered');
    await expect(request.answered({ timeout: 50 })).rejects.toThrow(/has no answer after 50 ms/);
    expect(settled).toBe(false);
  });

  it('gets a late answer while other requests are answered', async () => {
    const { wallet, send } = await connected();
    const answered: string[] = [];
    wallet.behaveOnce('sendTransaction', { delay: 300 });
    const slow = send().then(() => answered.push('slow'));
    await wallet.nextRequest('sendTransaction');
    const quick = send().then(() => answered.push('quick'));
    await Promise.all([slow, quick]);
    expect(answered).toEqual(['quick', 'slow']);
  });

  it('is notified when the wallet disconnects', async () => {
    const { wallet, connector } = await connected();
    expect(wallet.apps).toHaveLength(1);
    await wallet.disconnect();
    await expect.poll(() => connector.connected).toBe(false);
    expect(wallet.apps).toEqual([]);
  });

  it('notifies the wallet when it disconnects', async () => {
    const { wallet, connector } = await connected();
    await connector.disconnect();
    await wallet.nextRequest('disconnect');
    await expect.poll(() => wallet.apps).toEqual([]);
  });

  it('works with a wallet restored from its saved state', async () => {
    const { wallet, send, connector } = await connected();
    const saved = wallet.save();
    wallet.close();
    const later = walletOf({ saved });
    await expect(send()).resolves.toBeTruthy();
    expect(later.account.raw).toBe(connector.account?.address);
  });

  it('gets its answer when the wallet is online again', async () => {
    const { wallet, send } = await connected();
    wallet.goOffline();
    const sent = send();
    await expect(wallet.nextRequest('sendTransaction', { timeout: 100 })).rejects.toThrow(
      'no sendTransaction within 100 ms. What came: connect (answered)',
    );
    wallet.goOnline();
    await expect(sent).resolves.toBeTruthy();
  });

  // Text that is not JSON, or not a message, causes an unhandled rejection in the SDK.
  it.each<Partial<Behaviour>>([{ form: 'empty' }, { form: 'other-id' }])(
    'ignores an answer with the fault %j and accepts the next answer',
    async (fault) => {
      const { wallet, send } = await connected();
      wallet.behaveOnce('sendTransaction', fault);
      const lost = send();
      lost.catch(() => undefined);
      await (await wallet.nextRequest('sendTransaction')).answered();
      await expect(send()).resolves.toBeTruthy();
    },
  );

  it('accepts a repeated answer once', async () => {
    const { wallet, send } = await connected();
    wallet.behave({ times: 2 });
    await expect(send()).resolves.toBeTruthy();
    await expect(send()).resolves.toBeTruthy();
  });

  it('learns of the wrong network', async () => {
    const wallet = walletOf({ behaviour: { network: 'other' } });
    const { connector, link } = app();
    await wallet.open(link());
    await expect.poll(() => connector.account?.chain).toBe('-3');
  });
});
