import { describe, expect, it, vi } from 'vitest';
import { parseEntries, toWalletInfo } from './parse-list.js';

const GOOD = {
  app_name: 'alpha',
  name: 'Alpha',
  image: 'https://alpha.example/icon.png',
  about_url: 'https://alpha.example',
  universal_url: 'https://alpha.example/connect',
  deepLink: 'alpha-tc://',
  bridge: [
    { type: 'sse', url: 'https://bridge.alpha.example' },
    { type: 'js', key: 'alpha' },
  ],
  platforms: ['ios', 'chrome'],
  features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
};

describe('parseEntries', () => {
  it('reads an entry whole', () => {
    expect(parseEntries([GOOD])).toEqual([GOOD]);
  });

  it.each([
    ['no object', 7],
    ['no name', { ...GOOD, name: '' }],
    ['no app name', { ...GOOD, app_name: undefined }],
    ['no bridge', { ...GOOD, bridge: [] }],
    ['a bridge without an address', { ...GOOD, bridge: [{ type: 'sse' }] }],
    [
      'a bridge without a link to open',
      { ...GOOD, universal_url: undefined, bridge: GOOD.bridge.slice(0, 1) },
    ],
    ['an unknown bridge', { ...GOOD, bridge: [{ type: 'smoke', url: 'https://x.example' }] }],
  ])('skips an entry with %s, and keeps the others', (_, bad) => {
    expect(parseEntries([bad, GOOD, null])).toEqual([GOOD]);
  });

  it('rejects addresses that could run code in this page', () => {
    const [entry] = parseEntries([
      {
        ...GOOD,
        image: 'javascript:alert(1)',
        about_url: 'data:text/html,x',
        deepLink: 'JavaScript:alert(1)',
      },
    ]);
    expect(entry).toMatchObject({ image: '', about_url: '' });
    expect(entry).not.toHaveProperty('deepLink');
    expect(parseEntries([{ ...GOOD, universal_url: 'javascript:alert(1)' }])[0]?.bridge).toEqual([
      { type: 'js', key: 'alpha' },
    ]);
  });

  it('rejects a value that is not a list', () => {
    expect(() => parseEntries({ error: 'Not Found' })).toThrow(
      'A wallets list must be a JSON array.',
    );
  });

  it('shows an entry as the API does', () => {
    const [entry] = parseEntries([GOOD]);
    expect(entry && toWalletInfo(entry)).toEqual({
      name: 'Alpha',
      appName: 'alpha',
      imageUrl: GOOD.image,
      aboutUrl: GOOD.about_url,
      platforms: GOOD.platforms,
      features: GOOD.features,
      bridgeUrl: 'https://bridge.alpha.example',
      universalLink: GOOD.universal_url,
      deepLink: GOOD.deepLink,
      jsBridgeKey: 'alpha',
      injected: false,
      embedded: false,
    });
  });

  it.each([
    [undefined, { injected: false, embedded: false }],
    [{}, { injected: true, embedded: false }],
    [{ isWalletBrowser: true }, { injected: true, embedded: true }],
  ])('detects from the page whether it is installed: %o', (tonconnect, state) => {
    vi.stubGlobal('window', { alpha: { tonconnect } });
    const [entry] = parseEntries([GOOD]);
    expect(entry && toWalletInfo(entry)).toMatchObject(state);
    vi.unstubAllGlobals();
  });
});
