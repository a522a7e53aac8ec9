import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SESSION_KEY } from '../storage/session.js';
import { until } from '../testing/until.js';
import { TonConnectUI } from './ton-connect-ui.js';

/*
 * A sheet that is closed while the SDK is on its way. It stands for the length of its exit, and may stay
 * rendered for the next press: when the SDK has come, nobody chooses any more.
 */

const sdk = vi.hoisted(() => ({ come: (): void => undefined, here: Promise.resolve() }));
vi.mock('../loading/import-chunk.js', () => ({
  importChunk: async (load: () => Promise<object>, has: string) => {
    if (has === 'TonConnect') await sdk.here;
    return load();
  },
}));

const wallet = (name: string) => ({
  name,
  app_name: name,
  image: '',
  about_url: `https://${name}.example`,
  universal_url: `https://${name}.example/tc`,
  bridge: [{ type: 'sse', url: `https://bridge.${name}.example` }],
  platforms: ['ios', 'android'],
  features: [{ name: 'SendTransaction', maxMessages: 4 }],
});

/** A bridge that never answers. */
class SilentStream extends EventTarget {
  static readonly opened: string[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = 0;
  constructor(url: string | URL) {
    super();
    SilentStream.opened.push(String(url));
  }
  close(): void {
    this.readyState = 2;
  }
}

let ui: TonConnectUI;
beforeEach(async () => {
  localStorage.clear();
  SilentStream.opened.length = 0;
  sdk.here = new Promise((resolve) => {
    sdk.come = resolve;
  });
  await page.viewport(1280, 800);
  vi.stubGlobal('EventSource', SilentStream);
  const list = JSON.stringify(['anchor', 'buoy'].map(wallet));
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(list));
  ui = new TonConnectUI({
    manifestUrl: 'https://app.example/m.json',
    walletsListSource: '/wallets.json',
  });
  await ui.openModal();
  await expect.element(page.getByRole('button', { name: 'anchor' })).toBeVisible();
});
afterEach(() => {
  ui.destroy();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Everybody who waited for the SDK has gone on: they wait for the same promise, and this is the last. */
const sdkIsThere = async (): Promise<void> => {
  sdk.come();
  await ui.connector.getWallets();
};
const code = () => page.getByRole('button', { name: 'QR code with the connection link' });

it('asks the bridges when it is still open', async () => {
  await sdkIsThere();
  await expect.element(code()).toBeEnabled();
  await until(() => SilentStream.opened.length >= 2);
  expect(localStorage.getItem(SESSION_KEY)).toContain('bridge.anchor');
});

it('asks no bridge during its exit, and keeps no session', async () => {
  ui.closeModal();
  await sdkIsThere();
  expect(SilentStream.opened).toEqual([]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

it('asks no bridge when it stands ready for the next press, and then it does', async () => {
  ui.closeModal();
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  await sdkIsThere();
  expect(SilentStream.opened).toEqual([]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  await ui.openModal();
  await expect.element(code()).toBeEnabled();
  await until(() => SilentStream.opened.length >= 2);
});
