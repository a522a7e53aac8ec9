import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../../react/TonConnectUIProvider.js';
import { TonConnectUI } from '../../react/ton-connect-ui.js';
import { initializeWalletConnect } from '../../sdk.js';
import { scriptedStreams } from '../../testing/bridge-streams.js';
import { painted } from '../../testing/painted.js';
import { RAW_ADDRESS } from '../../testing/scripted-connector.js';
import { served, serveList } from '../../testing/served-list.js';
import { storeSession } from '../../testing/stored-session.js';
import { UniversalConnector } from '../../testing/universal-connector.js';
import { until } from '../../testing/until.js';
import { SESSION_KEY } from './session.js';

/*
 * The real SDK, with a session in its format. Nothing listens on the bridge's port: a session is restored
 * before the stream is open, and without it.
 */
const BRIDGE = 'http://127.0.0.1:9/bridge';

const late = { platform: 'browser', appName: 'late', appVersion: '1', maxProtocolVersion: 2 };
const address = { name: 'ton_addr', address: RAW_ADDRESS, network: '-239' };
const CONNECTED = {
  event: 'connect',
  id: 1,
  payload: {
    items: [{ ...address, walletStateInit: '', publicKey: '' }],
    device: { ...late, features: [] },
  },
};

/** Adds an extension to the page. */
function putExtension(answer: object = CONNECTED): void {
  (window as { lateKey?: unknown }).lateKey = {
    tonconnect: {
      deviceInfo: late,
      isWalletBrowser: false,
      restoreConnection: async () => answer,
      listen: () => () => undefined,
      disconnect: () => undefined,
    },
  };
}

const widget = () =>
  render(
    <TonConnectUIProvider manifestUrl="https://app.example/m.json" walletsListSource="/hangs.json">
      <TonConnectButton />
    </TonConnectUIProvider>,
  );
const unhandled = vi.fn();

beforeEach(() => {
  localStorage.clear();
  window.addEventListener('unhandledrejection', unhandled);
});
afterEach(() => {
  window.removeEventListener('unhandledrejection', unhandled);
  delete (window as { lateKey?: unknown }).lateKey;
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('a stored session', () => {
  it('is restored without the wallets list', async () => {
    storeSession({ bridge: BRIDGE });
    vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
    const screen = await widget();
    await expect.element(page.getByRole('button', { name: 'Wallet UQCD…qEBI' })).toBeVisible();
    await screen.unmount();
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('shows its address at the first paint, and is restored afterwards', async () => {
    storeSession({ bridge: BRIDGE });
    const first = await widget();
    const account = page.getByRole('button', { name: /UQCD…qEBI/ });
    await expect.element(account).toHaveAttribute('data-state', 'connected');
    await first.unmount();

    // A widget that is not started restores nothing. It shows the same as the first paint.
    const asleep = new TonConnectUI({ manifestUrl: 'https://app.example/m.json' }, false);
    const paint = await render(
      <TonConnectUIProvider instance={asleep}>
        <TonConnectButton />
      </TonConnectUIProvider>,
    );
    await expect.element(account).toBeEnabled();
    await expect.element(account).toHaveAttribute('data-state', 'restoring');
    await paint.unmount();

    // The menu is pressed at once and opens as soon as its code is loaded.
    const second = await widget();
    await account.click();
    await expect.element(page.getByRole('menuitem', { name: 'Disconnect' })).toBeVisible();
    await second.unmount();
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('removes its address if it cannot be restored', async () => {
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify({ type: 'injected', jsBridgeKey: 'lateKey', nextRpcRequestId: 0 }),
    );
    const address = 'UQCDqEBI'.repeat(6);
    localStorage.setItem(
      'ton-connect-ui_wallet-info',
      JSON.stringify({ appName: 'late', address }),
    );
    const screen = await widget();
    const button = screen.container.querySelector('button');
    expect(button?.textContent).toBe('UQCD…qEBI');
    putExtension({ event: 'connect_error', id: 1, payload: { code: 100, message: 'Unknown app' } });
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
    await screen.unmount();
  });

  it('waits for an extension that appears late', async () => {
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify({ type: 'injected', jsBridgeKey: 'lateKey', nextRpcRequestId: 0 }),
    );
    const screen = await widget();
    await until(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('connection.ts')),
    );
    putExtension();
    await expect.element(page.getByRole('button', { name: 'Wallet UQCD…qEBI' })).toBeVisible();
    await screen.unmount();
  });

  it('through WalletConnect waits for an app that sets it up late', async () => {
    localStorage.setItem(SESSION_KEY, '{"type":"wallet-connect"}');
    const looking = vi.spyOn(globalThis, 'setInterval');
    const screen = await widget();
    await expect.element(page.getByRole('button')).toHaveAttribute('data-state', 'restoring');
    // The first check has run, and another one follows.
    await until(() => looking.mock.calls.length > 0);
    looking.mockRestore();
    initializeWalletConnect(UniversalConnector, {
      projectId: 'f'.repeat(32),
      metadata: { name: 'App', icons: [], url: 'https://app.example', description: '' },
    });
    await expect.element(page.getByRole('button', { name: 'Wallet UQCD…qEBI' })).toBeVisible();
    expect(localStorage.getItem(SESSION_KEY)).toBe('{"type":"wallet-connect"}');
    await screen.unmount();
  });

  it('of a missing extension stays stored, and is not awaited the next time', async () => {
    const stored = JSON.stringify({
      type: 'injected',
      jsBridgeKey: 'lateKey',
      nextRpcRequestId: 0,
    });
    localStorage.setItem(SESSION_KEY, stored);
    localStorage.setItem('ton-connect-ui_wallet-info', '{"appName":"late","name":"Late"}');
    const first = await widget();
    await expect.element(page.getByRole('button')).toHaveAttribute('data-state', 'restoring');
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
    await first.unmount();
    expect(localStorage.getItem(SESSION_KEY)).toBe(stored);

    const next = await widget();
    expect(page.getByRole('button', { name: 'Connect wallet' }).element()).toBeEnabled();
    putExtension();
    await expect.element(page.getByRole('button', { name: 'Wallet UQCD…qEBI' })).toBeVisible();
    await next.unmount();

    Reflect.deleteProperty(window, 'lateKey');
    const last = await widget();
    expect(page.getByRole('button').element()).toHaveAttribute('data-state', 'restoring');
    await last.unmount();
  });

  it('shows the connect button if it cannot be restored', async () => {
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify({ type: 'injected', jsBridgeKey: 'lateKey', nextRpcRequestId: 0 }),
    );
    localStorage.setItem('ton-connect-ui_wallet-info', '{"appName":"late"}');
    putExtension({ event: 'connect_error', id: 1, payload: { code: 100, message: '' } });
    const screen = await widget();
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
    expect(localStorage.getItem('ton-connect-ui_wallet-info')).toBeNull();
    await screen.unmount();
  });

  it('moves with its wallet to another bridge, at the first load', async () => {
    const moved = 'http://127.0.0.1:9/moved';
    serveList(() => [served('Alpha', { bridge: [{ type: 'sse', url: moved }] })]);
    const streams = scriptedStreams('silent');
    storeSession({ bridge: BRIDGE });
    const ui = new TonConnectUI({
      manifestUrl: 'https://app.example/m.json',
      walletsListSource: '/moved.json',
    });
    const told = vi.fn();
    ui.onStatusChange(told);
    expect(await ui.connectionRestored).toBe(true);
    await until(() => streams.some(({ url }) => url.startsWith(moved)));
    expect(localStorage.getItem(SESSION_KEY)).toContain(moved);
    expect(told).toHaveBeenCalledTimes(1);
    ui.destroy();
    vi.unstubAllGlobals();
  });

  it.each([
    ['refuses', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does not answer', () => new Promise<never>(() => undefined)],
  ])('is removed at once if the bridge %s, and the next one is not', async (_, post) => {
    storeSession({ bridge: BRIDGE });
    const told: string[] = [];
    const { fetch } = window;
    vi.spyOn(window, 'fetch').mockImplementation(async (url, options) => {
      if (options?.method !== 'post') return fetch(url, options);
      told.push(String(url));
      return post();
    });
    const ui = new TonConnectUI({
      manifestUrl: 'https://app.example/m.json',
      walletsListSource: 'data:application/json,[]',
    });
    expect(await ui.connectionRestored).toBe(true);
    void ui.disconnect();
    await until(() => !ui.connected);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    // The wallet is notified too.
    await until(() =>
      told.some((url) => url.startsWith(BRIDGE) && url.includes('topic=disconnect')),
    );
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    ui.connector.connect([{ bridgeUrl: 'http://127.0.0.1:9/next' }]);
    await until(() => localStorage.getItem(SESSION_KEY));
    await painted();
    expect(localStorage.getItem(SESSION_KEY)).toContain('/next');
    ui.destroy();
  });

  it('is restored without console output', async () => {
    const said = vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    const shouted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    storeSession({ bridge: BRIDGE });
    const screen = await widget();
    await expect.element(page.getByRole('button', { name: 'Wallet UQCD…qEBI' })).toBeVisible();
    await screen.unmount();
    expect(String(said.mock.calls)).not.toMatch(/actualize|not found/);
    expect(shouted).not.toHaveBeenCalled();
  });
});
