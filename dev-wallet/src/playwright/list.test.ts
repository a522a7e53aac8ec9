import { describe, expect, it } from 'vitest';
import { DevWallet } from '../dev-wallet.ts';
import { entryFor, onOneBridge } from './list.ts';

const BRIDGE = 'http://127.0.0.1:1/bridge';
const { listEntry } = new DevWallet({ bridgeUrl: BRIDGE });

describe("the wallet's entry", () => {
  it('has only the configured way to connect', () => {
    const extension = entryFor(listEntry, 'extension');
    expect(extension.bridge).toEqual([{ type: 'js', key: 'prichalDev' }]);
    expect(extension.platforms).toEqual(['chrome', 'firefox', 'safari']);
    expect(extension).not.toHaveProperty('universal_url');
    const link = entryFor(listEntry, 'link');
    expect(link.bridge).toEqual([{ type: 'sse', url: BRIDGE }]);
    expect(link.platforms).toContain('ios');
    expect(link.platforms).not.toContain('chrome');
    expect(entryFor(listEntry, 'both')).toEqual(listEntry);
  });
});

describe("an app's list", () => {
  const keeper = {
    app_name: 'keeper',
    name: 'Keeper',
    universal_url: 'https://keeper.example/',
    bridge: [
      { type: 'sse', url: 'https://bridge.example' },
      { type: 'js', key: 'keeper' },
    ],
  };

  it("puts each wallet that has links on this wallet's bridge", () => {
    const extension = { app_name: 'only', name: 'Only', bridge: [{ type: 'js', key: 'only' }] };
    expect(onOneBridge([keeper, extension, null, 'x'], BRIDGE)).toEqual([
      { ...keeper, bridge: [{ type: 'sse', url: BRIDGE }] },
    ]);
  });

  it('accepts a missing list', () => {
    expect(onOneBridge({ error: 'no' }, BRIDGE)).toEqual([]);
  });
});
