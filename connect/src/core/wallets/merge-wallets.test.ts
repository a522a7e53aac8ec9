import { afterEach, describe, expect, it, vi } from 'vitest';
import { remoteWallet } from '../../testing/scripted-connector.js';
import { withUnlisted } from './sheet-wallets.js';

const bridge = (name: string, more: object = {}) => ({
  tonconnect: {
    walletInfo: {
      name,
      app_name: name.toLowerCase(),
      image: `https://${name.toLowerCase()}.example/icon.png`,
      about_url: `https://${name.toLowerCase()}.example`,
      platforms: ['chrome'],
      features: ['SendTransaction'],
    },
    ...more,
  },
});

afterEach(() => vi.unstubAllGlobals());

describe('wallets on the page', () => {
  it('follow the listed ones, and can be connected', () => {
    vi.stubGlobal('window', { anchorKey: bridge('Anchor'), other: { tonconnect: {} }, n: 7 });
    const alpha = remoteWallet('Alpha');
    expect(withUnlisted([alpha])).toEqual([
      alpha,
      {
        name: 'Anchor',
        appName: 'anchor',
        imageUrl: 'https://anchor.example/icon.png',
        aboutUrl: 'https://anchor.example',
        platforms: ['chrome'],
        features: ['SendTransaction'],
        jsBridgeKey: 'anchorKey',
        injected: true,
        embedded: false,
      },
    ]);
  });

  it('are shown once when they are listed too', () => {
    vi.stubGlobal('window', { alphaKey: bridge('Alpha') });
    const listed = [remoteWallet('Alpha')];
    expect(withUnlisted(listed)).toEqual(listed);
  });

  it('are none on a server, and none if their description is invalid', () => {
    const listed = [remoteWallet('Alpha')];
    expect(withUnlisted(listed)).toEqual(listed);
    vi.stubGlobal('window', { odd: { tonconnect: { walletInfo: { name: 7 } } } });
    expect(withUnlisted(listed)).toEqual(listed);
  });

  it('are not read from getters, which may have side effects', () => {
    const getter = vi.fn(() => bridge('Anchor'));
    vi.stubGlobal('window', Object.defineProperty({}, 'lazy', { get: getter, enumerable: true }));
    expect(withUnlisted([])).toEqual([]);
    expect(getter).not.toHaveBeenCalled();
  });
});
