import './window.js';
import { DevWallet, type LocalBridge, startBridge } from '@prichal/dev-wallet';
import { type ITonConnect, TonConnect as OfficialTonConnect } from '@tonconnect/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TonConnect } from '../index.js';
import { testWindow } from './window.js';

const APP = 'https://app.example.org';
const KEY = 'devWallet';
const CONNECTION = 'ton-connect-storage_bridge-connection';

const LIBRARIES = { official: OfficialTonConnect, ours: TonConnect };
type Library = keyof typeof LIBRARIES;

let bridge: LocalBridge;
let wallet: DevWallet;
let items: Map<string, string>;
const opened: ITonConnect[] = [];

beforeEach(async () => {
  vi.spyOn(console, 'debug').mockReturnValue(undefined);
  bridge = await startBridge();
  wallet = new DevWallet({
    bridgeUrl: bridge.url,
    manifest: { url: APP, name: 'App', iconUrl: `${APP}/icon.png` },
  });
  items = new Map();
});

afterEach(async () => {
  for (const connector of opened.splice(0)) leave(connector);
  wallet.close();
  await bridge.stop();
});

/** A page with one of the libraries. All pages of a test share one storage. */
function openPage(library: Library): ITonConnect {
  const connector = new LIBRARIES[library]({
    manifestUrl: `${APP}/tonconnect-manifest.json`,
    storage: {
      getItem: async (key) => items.get(key) ?? null,
      setItem: async (key, value) => void items.set(key, value),
      removeItem: async (key) => void items.delete(key),
    },
    walletsListSource: `data:application/json,${encodeURIComponent(JSON.stringify([wallet.listEntry]))}`,
    analytics: { mode: 'off' },
  }) as ITonConnect;
  opened.push(connector);
  return connector;
}

/** Closes a page. The official SDK has no `close()`; its stream is paused instead. */
function leave(connector: ITonConnect): void {
  if ('close' in connector && typeof connector.close === 'function') connector.close();
  else connector.pauseConnection();
}

async function restorePage(library: Library): Promise<ITonConnect> {
  const connector = openPage(library);
  await connector.restoreConnection();
  await expect.poll(() => connector.connected).toBe(true);
  expect(connector.account?.address).toBe(wallet.account.raw);
  return connector;
}

const source = () => ({
  bridgeUrl: bridge.url,
  universalLink: 'https://dev-wallet.example/connect',
});

const sendTransaction = (connector: ITonConnect) =>
  connector.sendTransaction({
    validUntil: Math.floor(Date.now() / 1000) + 300,
    messages: [{ address: wallet.address, amount: '1' }],
  });

const signData = (connector: ITonConnect) => connector.signData({ type: 'text', text: 'hello' });

/** IDs of the requests that the wallet has received, in their order. */
const requestIds = () =>
  wallet.messages
    .filter(({ direction }) => direction === 'to wallet')
    .map(({ message }) => (message as { id?: string }).id)
    .filter((id) => id !== undefined);

describe.each([
  ['official', 'ours'],
  ['ours', 'official'],
] as const)('a session that %s begins and %s continues', (first, second) => {
  it('continues over a bridge until its end', async () => {
    const begun = openPage(first);
    await wallet.open(begun.connect(source()));
    await expect.poll(() => begun.connected).toBe(true);
    await sendTransaction(begun);
    leave(begun);

    const continued = await restorePage(second);
    expect((await sendTransaction(continued)).boc).toMatch(/^te6cc/);
    leave(continued);

    const back = await restorePage(first);
    expect((await signData(back)).payload).toMatchObject({ text: 'hello' });
    leave(back);
    expect(requestIds()).toEqual(['0', '1', '2']);

    const last = await restorePage(second);
    await last.disconnect();
    expect(items.has(CONNECTION)).toBe(false);
    await expect.poll(() => wallet.apps).toHaveLength(0);
    const after = openPage(first);
    await after.restoreConnection();
    expect(after.connected).toBe(false);
  });

  it('ends when the wallet disconnects while the other page is open', async () => {
    const begun = openPage(first);
    await wallet.open(begun.connect(source()));
    await expect.poll(() => begun.connected).toBe(true);
    leave(begun);
    const continued = await restorePage(second);
    await wallet.disconnect();
    await expect.poll(() => continued.connected).toBe(false);
    await expect.poll(() => items.has(CONNECTION)).toBe(false);
  });

  it.each([
    ['one bridge', () => source()],
    ['several bridges', () => [{ bridgeUrl: bridge.url }, { bridgeUrl: `${bridge.url}/none` }]],
  ])('connects when the request to %s is answered after a reload', async (_, askedOf) => {
    const begun = openPage(first);
    const left = new AbortController();
    const link = begun.connect(askedOf(), undefined, { signal: left.signal });
    await expect.poll(() => items.has(CONNECTION)).toBe(true);
    // The official SDK cannot pause a stream that is not open yet.
    if (first === 'official') left.abort();
    else leave(begun);
    await wallet.open(link);
    const continued = await restorePage(second);
    expect((await sendTransaction(continued)).boc).toMatch(/^te6cc/);
    leave(continued);
    await restorePage(first);
  });

  it('continues in a wallet that is injected', async () => {
    const page = () => {
      const { bridge: injected, dispose } = wallet.bridgeFor(APP);
      const remove = testWindow.inject(KEY, injected);
      return () => {
        remove();
        dispose();
      };
    };
    let unload = page();
    const begun = openPage(first);
    begun.connect({ jsBridgeKey: KEY });
    await expect.poll(() => begun.connected).toBe(true);
    await sendTransaction(begun);
    unload();

    unload = page();
    const continued = await restorePage(second);
    expect((await sendTransaction(continued)).boc).toMatch(/^te6cc/);
    unload();

    unload = page();
    const back = await restorePage(first);
    await signData(back);
    expect(requestIds()).toEqual(['0', '1', '2']);
    unload();

    unload = page();
    const last = await restorePage(second);
    await last.disconnect();
    await expect.poll(() => wallet.apps).toHaveLength(0);
    expect(items.has(CONNECTION)).toBe(false);
    unload();
  });
});
