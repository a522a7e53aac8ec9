import type { WalletInfo } from '@prichal/sdk';
import { describe, expect, it } from 'vitest';
import { remoteWallet } from '../../testing/scripted-connector.js';
import { isFound, labelOf, mergeWallets, orderWallets, preferredTest } from './sheet-wallets.js';
import { behindQr, QR_BRIDGES, waysTo } from './ways-to-wallet.js';

const telegram = remoteWallet('Wallet', { appName: 'telegram-wallet' });
const alpha = remoteWallet('Alpha');
const beta = remoteWallet('Beta');
const tonkeeper = remoteWallet('Tonkeeper');
const installed = {
  ...remoteWallet('Gamma'),
  jsBridgeKey: 'gamma',
  injected: true,
  embedded: false,
};
const names = (wallets: readonly { name: string }[]) => wallets.map(({ name }) => name);

describe('orderWallets', () => {
  it('puts Telegram first, then the preferred, then the installed, then the rest as listed', () => {
    const ordered = orderWallets([alpha, installed, beta, telegram], 'beta');
    expect(names(ordered)).toEqual(['Wallet', 'Beta', 'Gamma', 'Alpha']);
  });

  it('moves no wallet if two match the preferred name', () => {
    const twin = remoteWallet('Beta Pro', { appName: 'beta' });
    expect(names(orderWallets([alpha, beta, twin], 'beta'))).toEqual(['Alpha', 'Beta', 'Beta Pro']);
  });

  it('finds the preferred one by name or app name, in any case', () => {
    expect(names(orderWallets([alpha, beta], 'BETA'))).toEqual(['Beta', 'Alpha']);
    const byName = remoteWallet('Delta', { appName: 'd' });
    expect(names(orderWallets([alpha, byName], 'delta'))).toEqual(['Delta', 'Alpha']);
  });
});

describe('labelOf', () => {
  it('returns one label: recent before installed before popular', () => {
    expect(labelOf(installed, true)).toBe('recent');
    expect(labelOf(installed, false)).toBe('installed');
    expect(labelOf(tonkeeper, false)).toBe('popular');
    expect(labelOf({ ...tonkeeper, ...installed, name: 'Tonkeeper' }, false)).toBe('installed');
    expect(labelOf(alpha, false)).toBeNull();
    expect(preferredTest([alpha, beta], 'beta')(beta)).toBe(true);
  });
});

describe('mergeWallets', () => {
  it('replaces the listed wallet of the same name in its place', () => {
    const own = {
      ...alpha,
      imageUrl: 'https://own.example/a.png',
      bridgeUrl: 'https://own.example',
    };
    const extra = {
      name: 'Own',
      appName: 'own',
      imageUrl: '',
      aboutUrl: '',
      platforms: [],
      jsBridgeKey: 'own',
    };
    const merged = mergeWallets([alpha, beta], [own, extra]);
    expect(names(merged)).toEqual(['Alpha', 'Beta', 'Own']);
    expect(merged[0]).toMatchObject({ imageUrl: own.imageUrl, bridgeUrl: own.bridgeUrl });
    expect(merged[2]).toMatchObject({ injected: false, embedded: false });
  });

  it('keeps each name once, and all wallets with a shared app name', () => {
    const twins = [
      { ...remoteWallet('Anchor'), appName: 'shared' },
      { ...remoteWallet('Buoy'), appName: 'shared' },
      remoteWallet('Anchor'),
    ];
    const own = {
      name: 'Compass',
      appName: 'shared',
      jsBridgeKey: 'compass',
      imageUrl: '',
      aboutUrl: '',
      platforms: [],
    };
    const merged = mergeWallets(twins, [own, own]);
    expect(merged.map(({ name }) => name)).toEqual(['Anchor', 'Buoy', 'Compass']);
    expect(merged[0]?.appName).toBe('shared');
  });
});

describe('waysTo', () => {
  const local = (more: object): WalletInfo => {
    const { bridgeUrl: _, universalLink: __, ...rest } = installed as Record<string, unknown>;
    return { ...rest, ...more } as never;
  };

  it('begins with an installed extension', () => {
    expect(waysTo(installed, false)).toEqual(['extension', 'qr', 'desktop']);
    expect(waysTo(installed, true)).toEqual(['extension', 'qr']);
  });

  it('offers only what a wallet has', () => {
    expect(waysTo(remoteWallet('A', { platforms: ['ios', 'chrome'] }), false)).toEqual(['qr']);
    expect(waysTo(remoteWallet('A', { platforms: ['macos'] }), false)).toEqual(['desktop']);
    expect(waysTo({ ...installed, injected: false, platforms: ['ios', 'chrome'] }, false)).toEqual([
      'qr',
      'extension',
    ]);
    expect(waysTo(local({ injected: false, platforms: ['chrome'] }), false)).toEqual(['extension']);
  });

  it('opens an app on a phone, and has a code for another phone', () => {
    expect(waysTo(remoteWallet('A'), true)).toEqual(['app', 'qr']);
    expect(waysTo(local({ injected: false, platforms: ['chrome'] }), true)).toEqual(['extension']);
  });

  it('has a way for a wallet without platforms', () => {
    expect(waysTo(remoteWallet('A', { platforms: [] }), false)).toEqual(['qr']);
  });
});

describe('behindQr', () => {
  const many = Array.from({ length: 12 }, (_, i) => remoteWallet(`W${i}`));

  it('listens on few bridges for the first wallets that can scan', () => {
    const desktopOnly = remoteWallet('D', { platforms: ['macos'] });
    const { bridges } = behindQr([desktopOnly, ...many]);
    expect(bridges).toHaveLength(QR_BRIDGES);
    expect(bridges).not.toContain('https://bridge.d.example');
  });

  it('names the first wallet of each bridge, without Wallet in Telegram', () => {
    const pro = { ...remoteWallet('Pro'), bridgeUrl: 'https://bridge.w0.example' };
    const [first = pro, ...others] = many;
    const { bridges, names: named } = behindQr([telegram, first, pro, ...others]);
    expect(bridges).toHaveLength(QR_BRIDGES);
    expect(named).toEqual(['W0', 'W1', 'W2', 'W3']);
  });
});

describe('isFound', () => {
  const cafe = remoteWallet('Café Wallet', { appName: 'espresso' });

  it.each(['', 'cafe', 'CAFÉ', ' wallet ', 'spres'])('finds the wallet by %o', (query) => {
    expect(isFound(cafe, query)).toBe(true);
  });

  it('does not match across name and app name', () => {
    expect(isFound(cafe, 'wallete')).toBe(false);
  });
});
