import { describe, expect, it } from 'vitest';
import { remoteWallet } from '../testing/scripted-connector.js';
import { labelOf } from './label.js';
import { mergeWallets } from './merge.js';
import { orderWallets, preferredTest } from './order.js';
import { QR_BRIDGES, walletsBehindQr } from './qr-bridges.js';
import { desktopModes } from './reach.js';

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

  it('moves nobody forward when two match the preferred name', () => {
    const twin = remoteWallet('Beta Pro', { appName: 'beta' });
    expect(names(orderWallets([alpha, beta, twin], 'beta'))).toEqual(['Alpha', 'Beta', 'Beta Pro']);
  });
});

describe('labelOf', () => {
  it('says one thing: recent before installed before popular', () => {
    expect(labelOf(installed, true)).toBe('recent');
    expect(labelOf(installed, false)).toBe('installed');
    expect(labelOf(tonkeeper, false)).toBe('popular');
    expect(labelOf({ ...tonkeeper, ...installed, name: 'Tonkeeper' }, false)).toBe('installed');
    expect(labelOf(alpha, false)).toBeNull();
    expect(preferredTest([alpha, beta], 'beta')(beta)).toBe(true);
  });
});

describe('mergeWallets', () => {
  it('gives a caller’s wallet the place of the listed one with its name', () => {
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
});

describe('desktopModes', () => {
  it('begins with an extension that is here', () => {
    expect(desktopModes(installed)).toEqual(['extension', 'qr', 'desktop']);
  });

  it('offers only what a wallet has', () => {
    expect(desktopModes(remoteWallet('A', { platforms: ['ios', 'chrome'] }))).toEqual(['qr']);
    expect(desktopModes(remoteWallet('A', { platforms: ['macos'] }))).toEqual(['desktop']);
    const {
      bridgeUrl: _,
      universalLink: __,
      ...local
    } = { ...installed, injected: false } as Record<string, unknown>;
    expect(desktopModes({ ...local, platforms: ['chrome'] } as never)).toEqual(['extension']);
  });
});

describe('walletsBehindQr', () => {
  it('listens for the first wallets that a phone can scan with, on few bridges', () => {
    const many = Array.from({ length: 12 }, (_, i) => remoteWallet(`W${i}`));
    const desktopOnly = remoteWallet('D', { platforms: ['macos'] });
    const { bridges, wallets } = walletsBehindQr([desktopOnly, ...many]);
    expect(bridges).toHaveLength(QR_BRIDGES);
    expect(bridges).not.toContain('https://bridge.d.example');
    expect(names(wallets)).toEqual(['W0', 'W1', 'W2', 'W3', 'W4']);
  });

  it('counts a shared bridge once, and all who share it in', () => {
    const pro = { ...remoteWallet('Pro'), bridgeUrl: 'https://bridge.w0.example' };
    const many = Array.from({ length: 6 }, (_, i) => remoteWallet(`W${i}`));
    expect(names(walletsBehindQr([...many, pro]).wallets)).toContain('Pro');
  });
});
