import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WalletInfoDTO } from '../types/wallet-info.js';
import { FALLBACK_LIST } from './fallback-list.js';
import {
  entryProblem,
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoInjected,
  isWalletInfoRemote,
} from './wallet-info.js';
import { WalletsListManager } from './wallets-list-manager.js';

const ENTRY: WalletInfoDTO = {
  name: 'Alpha',
  app_name: 'alpha',
  image: 'https://alpha.example.org/icon.png',
  about_url: 'https://alpha.example.org',
  universal_url: 'https://alpha.example.org/connect',
  deepLink: 'alpha-tc://',
  bridge: [
    { type: 'sse', url: 'https://bridge.example.org/bridge' },
    { type: 'js', key: 'alpha' },
  ],
  platforms: ['ios'],
  features: ['SendTransaction'],
};
const entry = (fields: object): unknown => ({ ...ENTRY, ...fields });

const warn = vi.spyOn(console, 'warn');
const serve = (list: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => ({ json: async () => list })),
  );
const given = (...list: unknown[]) =>
  new WalletsListManager({ walletsList: Promise.resolve(list as WalletInfoDTO[]) });

beforeEach(() => {
  warn.mockReset().mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('WalletsListManager', () => {
  it('downloads the list, and reports how long it took', async () => {
    serve([ENTRY]);
    const measured = vi.fn();
    const list = new WalletsListManager({ onDownloadDurationMeasured: measured });
    const [wallet] = await list.getWallets();
    expect(wallet).toEqual({
      name: 'Alpha',
      appName: 'alpha',
      imageUrl: ENTRY.image,
      aboutUrl: ENTRY.about_url,
      tondns: undefined,
      platforms: ['ios'],
      features: ['SendTransaction'],
      bridgeUrl: 'https://bridge.example.org/bridge',
      universalLink: ENTRY.universal_url,
      deepLink: 'alpha-tc://',
      jsBridgeKey: 'alpha',
      injected: false,
      embedded: false,
    });
    expect(fetch).toBeCalledWith('https://config.ton.org/wallets-v2.json', expect.anything());
    expect(measured).toBeCalledWith(expect.any(Number));
    await list.getWallets();
    expect(fetch).toBeCalledTimes(1);
    expect(warn).not.toBeCalled();
  });

  it('downloads the list again when it has expired', async () => {
    vi.useFakeTimers();
    serve([ENTRY]);
    const walletsListSource = 'https://app.example.org/wallets.json';
    const list = new WalletsListManager({ walletsListSource, cacheTTLMs: 1000 });
    await list.getWallets();
    vi.setSystemTime(Date.now() + 900);
    await list.getWallets();
    expect(fetch).toBeCalledTimes(1);
    vi.setSystemTime(Date.now() + 200);
    await list.getWallets();
    expect(fetch).toBeCalledTimes(2);
    expect(fetch).toBeCalledWith(walletsListSource, expect.anything());
  });

  it.each([
    ['a failed download', () => vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))],
    ['a list that is not an array', () => serve({ wallets: [] })],
  ])('uses the built-in list after %s, and tries again', async (_, fail) => {
    fail();
    const measured = vi.fn();
    const list = new WalletsListManager({ onDownloadDurationMeasured: measured });
    expect(await list.getWallets()).toHaveLength(FALLBACK_LIST.length);
    expect(measured).toBeCalledWith(undefined);
    expect(warn).toBeCalledTimes(1);
    serve([ENTRY]);
    expect(await list.getWallets()).toHaveLength(1);
  });

  it('uses the built-in list if the source does not answer', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    const wallets = new WalletsListManager().getWallets();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await wallets).toHaveLength(FALLBACK_LIST.length);
  });

  it('uses a given list instead of a download', async () => {
    serve([]);
    expect(await given(ENTRY).getWallets()).toHaveLength(1);
    expect(fetch).not.toBeCalled();
  });

  it.each([
    [null, '#0 (not an object)'],
    ['Alpha', '#0 (not an object)'],
    [entry({ name: '' }), '#0 (no name)'],
    [entry({ app_name: undefined }), '"Alpha" (no app_name)'],
    [entry({ image: undefined }), '"Alpha" (no image)'],
    [entry({ about_url: undefined }), '"Alpha" (no about_url)'],
    [entry({ platforms: undefined }), '"Alpha" (no platforms)'],
    [entry({ platforms: [] }), '"Alpha" (no platforms)'],
    [entry({ features: {} }), '"Alpha" (features is not an array)'],
    [entry({ features: null }), '"Alpha" (features is not an array)'],
    [entry({ bridge: null }), '"Alpha" (no bridge)'],
    [entry({ bridge: [null] }), '"Alpha" (bridge without a type)'],
    [entry({ bridge: [{ type: 'js' }] }), '"Alpha" (bridge without a key)'],
    [entry({ bridge: [{ type: 'sse' }] }), '"Alpha" (bridge url is not an HTTP URL)'],
    [
      entry({ bridge: [{ type: 'sse', url: 'bridge' }] }),
      '"Alpha" (bridge url is not an HTTP URL)',
    ],
    [entry({ universal_url: undefined }), '"Alpha" (universal_url is not a URL)'],
    [entry({ universal_url: 'javascript:alert(1)' }), '"Alpha" (universal_url is not a URL)'],
    [entry({ deepLink: 'data:text/html,x' }), '"Alpha" (deepLink is not a URL)'],
  ])('skips a malformed entry with a warning: %j', async (malformed, reason) => {
    const wallets = await given(malformed, entry({ name: 'Beta' })).getWallets();
    expect(wallets.map(({ name }) => name)).toEqual(['Beta']);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(reason)]]);
  });

  it('warns once of all malformed entries', async () => {
    await given(null, entry({ platforms: null }), ENTRY).getWallets();
    expect(warn.mock.calls).toEqual([
      [
        '[Prichal] wallets list: skipped malformed entries: #0 (not an object), "Alpha" (no platforms)',
      ],
    ]);
  });

  it('keeps entries without features and with unknown bridges', async () => {
    const unknown = { type: 'pigeon' };
    const wallets = await given(
      entry({ features: undefined }),
      entry({ name: 'Beta', bridge: [unknown, { type: 'js', key: 'b' }] }),
      entry({ name: 'Beta', app_name: 'second' }),
    ).getWallets();
    expect(wallets.map(({ appName }) => appName)).toEqual(['alpha', 'alpha']);
    expect(wallets.map(isWalletInfoRemote)).toEqual([true, false]);
    expect(warn).not.toBeCalled();
  });

  it('finds a wallet that is reached over a bridge', async () => {
    const js = { name: 'Beta', app_name: 'beta', bridge: [{ type: 'js', key: 'b' }] };
    const list = given(ENTRY, entry(js));
    expect((await list.getRemoteWallet('alpha')).bridgeUrl).toContain('bridge.example.org');
    await expect(list.getRemoteWallet('beta')).rejects.toThrow('Wallet "beta" is not remote');
    await expect(list.getRemoteWallet('c')).rejects.toThrow('not found for appName: "c"');
  });

  it('finds the wallet in whose browser the page is open', async () => {
    vi.stubGlobal('window', { alpha: { tonconnect: { isWalletBrowser: true } } });
    const list = given(ENTRY);
    expect(await list.getEmbeddedWallet()).toMatchObject({ jsBridgeKey: 'alpha', embedded: true });
    const second = entry({ name: 'Alpha 2' });
    expect(await given(ENTRY, second).getEmbeddedWallet()).toBeNull();
  });

  it('does not download the list to find out that no wallet is embedded', async () => {
    serve([ENTRY]);
    vi.stubGlobal('window', { alpha: { tonconnect: { isWalletBrowser: false } } });
    expect(await new WalletsListManager().getEmbeddedWallet()).toBeNull();
    expect(fetch).not.toBeCalled();
  });
});

describe('guards', () => {
  it('tell kinds of wallets apart', async () => {
    vi.stubGlobal('window', { alpha: { tonconnect: { isWalletBrowser: true } } });
    const [wallet] = await given(ENTRY).getWallets();
    const [absent] = await given(entry({ bridge: [{ type: 'js', key: 'b' }] })).getWallets();
    if (!wallet || !absent) throw new Error('no wallets');
    const guards = [
      isWalletInfoRemote,
      isWalletInfoInjectable,
      isWalletInfoInjected,
      isWalletInfoCurrentlyInjected,
      isWalletInfoCurrentlyEmbedded,
    ];
    expect(guards.map((guard) => guard(wallet))).toEqual([true, true, true, true, true]);
    expect(guards.map((guard) => guard(absent))).toEqual([false, true, true, false, false]);
  });
});

it('has a well-formed built-in list', () => {
  expect(FALLBACK_LIST.map(entryProblem).filter(Boolean)).toEqual([]);
  expect(FALLBACK_LIST.length).toBeGreaterThan(30);
});
