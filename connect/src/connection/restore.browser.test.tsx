import { SessionCrypto } from '@tonconnect/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TonConnectButton } from '../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../react/TonConnectUIProvider.js';
import { initializeWalletConnect } from '../sdk.js';
import { SESSION_KEY } from '../storage/session.js';
import { RAW_ADDRESS } from '../testing/scripted-connector.js';
import { UniversalConnector } from '../testing/universal-connector.js';
import { until } from '../testing/until.js';
import { TonConnectUI } from '../ton-connect-ui/ton-connect-ui.js';

/*
 * The real SDK, with a session as it stores one. Nobody listens on the bridge's port: a session is
 * restored before, and without, an open stream.
 */
const BRIDGE = 'http://127.0.0.1:9/bridge';

function storeSession(): void {
  const session = {
    sessionKeyPair: new SessionCrypto().stringifyKeypair(),
    walletPublicKey: 'ab'.repeat(32),
    bridgeUrl: BRIDGE,
  };
  const items = [
    { name: 'ton_addr', address: RAW_ADDRESS, network: '-239', walletStateInit: '', publicKey: '' },
  ];
  const device = {
    platform: 'iphone',
    appName: 'alpha',
    appVersion: '1',
    maxProtocolVersion: 2,
    features: [],
  };
  const connectEvent = { event: 'connect', id: 1, payload: { items, device } };
  const stored = { type: 'http', session, connectEvent, lastWalletEventId: 1, nextRpcRequestId: 0 };
  localStorage.setItem(SESSION_KEY, JSON.stringify(stored));
  localStorage.setItem('ton-connect-ui_wallet-info', '{"appName":"alpha","name":"Alpha"}');
}

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

/** An extension puts itself on the page. */
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
  it('is picked up without the wallets list', async () => {
    storeSession();
    vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
    const screen = await widget();
    await expect.element(page.getByRole('button', { name: 'UQCD…qEBI' })).toBeVisible();
    await screen.unmount();
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('waits for an extension that comes late', async () => {
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify({ type: 'injected', jsBridgeKey: 'lateKey', nextRpcRequestId: 0 }),
    );
    const screen = await widget();
    await until(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('connection.ts')),
    );
    putExtension();
    await expect.element(page.getByRole('button', { name: 'UQCD…qEBI' })).toBeVisible();
    await screen.unmount();
  });

  it('through WalletConnect waits for an app that sets it up late', async () => {
    localStorage.setItem(SESSION_KEY, '{"type":"wallet-connect"}');
    const looking = vi.spyOn(globalThis, 'setInterval');
    const screen = await widget();
    await expect.element(page.getByRole('button')).toHaveAttribute('data-state', 'restoring');
    // It has looked, and looks again.
    await until(() => looking.mock.calls.length > 0);
    looking.mockRestore();
    initializeWalletConnect(UniversalConnector, {
      projectId: 'f'.repeat(32),
      metadata: { name: 'App', icons: [], url: 'https://app.example', description: '' },
    });
    await expect.element(page.getByRole('button', { name: 'UQCD…qEBI' })).toBeVisible();
    expect(localStorage.getItem(SESSION_KEY)).toBe('{"type":"wallet-connect"}');
    await screen.unmount();
  });

  it('of an extension that does not come stays stored, and lets nobody wait the next time', async () => {
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
    await expect.element(page.getByRole('button', { name: 'UQCD…qEBI' })).toBeVisible();
    await next.unmount();

    Reflect.deleteProperty(window, 'lateKey');
    const last = await widget();
    expect(page.getByRole('button').element()).toHaveAttribute('data-state', 'restoring');
    await last.unmount();
  });

  it('that cannot be picked up leaves the button to connect, and no wallet behind', async () => {
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
    const entry = {
      name: 'Alpha',
      app_name: 'alpha',
      image: '',
      about_url: '',
      universal_url: 'https://alpha.example',
      platforms: ['ios'],
      bridge: [{ type: 'sse', url: moved }],
    };
    vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json([entry]));
    const streams: string[] = [];
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        readyState = 0;
        constructor(url: string) {
          super();
          streams.push(url);
        }
        close() {}
      },
    );
    storeSession();
    const ui = new TonConnectUI({
      manifestUrl: 'https://app.example/m.json',
      walletsListSource: '/moved.json',
    });
    const told = vi.fn();
    ui.onStatusChange(told);
    expect(await ui.connectionRestored).toBe(true);
    await until(() => streams.some((url) => url.startsWith(moved)));
    expect(localStorage.getItem(SESSION_KEY)).toContain(moved);
    expect(told).toHaveBeenCalledTimes(1);
    ui.destroy();
    vi.unstubAllGlobals();
  });

  it('is picked up without a word about it in the console', async () => {
    const said = vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    const shouted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    storeSession();
    const screen = await widget();
    await expect.element(page.getByRole('button', { name: 'UQCD…qEBI' })).toBeVisible();
    await screen.unmount();
    expect(String(said.mock.calls)).not.toMatch(/actualize|not found/);
    expect(shouted).not.toHaveBeenCalled();
  });
});
