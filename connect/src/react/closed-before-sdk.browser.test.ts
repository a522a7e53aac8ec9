import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SESSION_KEY } from '../core/connection/session.js';
import { type BridgeStream, scriptedStreams } from '../testing/bridge-streams.js';
import { served, serveList } from '../testing/served-list.js';
import { until } from '../testing/until.js';
import { TonConnectUI } from './ton-connect-ui.js';

/*
 * A sheet that is closed while the SDK loads. It stays until its exit ends, and may stay rendered for the
 * next press. When the SDK is loaded, the user does not choose a wallet any more.
 */

const sdk = vi.hoisted(() => ({ come: (): void => undefined, here: Promise.resolve() }));
vi.mock('../core/loading/import-chunk.js', () => ({
  importChunk: async (load: () => Promise<object>, has: string) => {
    if (has === 'TonConnect') await sdk.here;
    return load();
  },
}));

let streams: readonly BridgeStream[];
let ui: TonConnectUI;
beforeEach(async () => {
  localStorage.clear();
  sdk.here = new Promise((resolve) => {
    sdk.come = resolve;
  });
  await page.viewport(1280, 800);
  streams = scriptedStreams('silent');
  serveList(() => [served('Anchor'), served('Buoy')]);
  ui = new TonConnectUI({
    manifestUrl: 'https://app.example/m.json',
    walletsListSource: '/wallets.json',
  });
  await ui.openModal();
  await expect.element(page.getByRole('button', { name: 'Anchor' })).toBeVisible();
});
afterEach(() => {
  ui.destroy();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

/**
 * Waits until all users of the SDK have continued: they wait for the same promise, and this is the last one.
 */
const sdkIsThere = async (): Promise<void> => {
  sdk.come();
  await ui.connector.getWallets();
};
const code = () => page.getByRole('button', { name: 'QR code: copy its link' });

it('opens the bridges if it is still open', async () => {
  await sdkIsThere();
  await expect.element(code()).toBeEnabled();
  await until(() => streams.length >= 2);
  expect(localStorage.getItem(SESSION_KEY)).toContain('bridge.anchor');
});

it('opens no bridge during its exit, and keeps no session', async () => {
  ui.closeModal();
  await sdkIsThere();
  expect(streams).toEqual([]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

it('opens no bridge while it is prerendered, and opens one at the next press', async () => {
  ui.closeModal();
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  await sdkIsThere();
  expect(streams).toEqual([]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  await ui.openModal();
  await expect.element(code()).toBeEnabled();
  await until(() => streams.length >= 2);
});
