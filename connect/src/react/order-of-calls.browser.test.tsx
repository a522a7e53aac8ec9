import { Activity, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SESSION_KEY } from '../core/connection/session.js';
import type { TonConnectUiCreateOptions } from '../core/options.js';
import {
  RAW_ADDRESS,
  remoteWallet,
  scriptedConnector,
  walletOf,
} from '../testing/scripted-connector.js';
import { until } from '../testing/until.js';
import { TonConnectButton } from './TonConnectButton.js';
import { TonConnectUIProvider } from './TonConnectUIProvider.js';
import { TonConnectUI } from './ton-connect-ui.js';

/* Calls of an app in any order, and their effects. */

const MANIFEST = 'https://app.example/m.json';
const TRANSACTION = { validUntil: Math.floor(Date.now() / 1000) + 300, messages: [] };
const code = () => page.getByRole('button', { name: 'QR code: copy its link' });
const title = (name: string) => page.getByRole('heading', { name });
const wallets = ['Anchor', 'Buoy'].map((name) => remoteWallet(name));
/** The request that all of them send. */
const FOR_ALL = ['anchor', 'buoy'].map((name) => ({ bridgeUrl: `https://bridge.${name}.example` }));

const made: TonConnectUI[] = [];
function make(options: TonConnectUiCreateOptions): TonConnectUI {
  const ui = new TonConnectUI({ walletsListSource: '/hangs.json', ...options });
  made.push(ui);
  return ui;
}

/** Returns the present state of a promise. */
function outcome(promise: Promise<unknown>): { state: string; value?: unknown } {
  const settled: { state: string; value?: unknown } = { state: 'pending' };
  promise.then(
    (value) => Object.assign(settled, { state: 'fulfilled', value }),
    (value) => Object.assign(settled, { state: 'rejected', value }),
  );
  return settled;
}

const hostKeys: string[] = [];
/** Adds a wallet to the page. `page` sets its behaviour. */
function inject(key: string, bridge: object): void {
  hostKeys.push(key);
  Object.assign(window, { [key]: { tonconnect: bridge } });
}

const device = {
  platform: 'browser',
  appName: 'anchor',
  appVersion: '1',
  maxProtocolVersion: 2,
  features: [{ name: 'SendTransaction', maxMessages: 4 }],
};
const connectEvent = {
  event: 'connect',
  id: 1,
  payload: {
    device,
    items: [
      {
        name: 'ton_addr',
        address: RAW_ADDRESS,
        network: '-239',
        walletStateInit: '',
        publicKey: '00'.repeat(32),
      },
    ],
  },
};

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
});
afterEach(() => {
  for (const ui of made.splice(0)) ui.destroy();
  for (const key of hostKeys.splice(0)) Reflect.deleteProperty(window, key);
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('a sheet that is open already', () => {
  it('keeps its code when it is opened again', async () => {
    const connector = scriptedConnector(wallets);
    const ui = make({ connector });
    await ui.openModal();
    await expect.element(code()).toBeEnabled();
    await ui.openModal();
    await expect.element(code()).toBeEnabled();
    expect(connector.connects).toHaveLength(1);
    expect(connector.connects[0]?.signal.aborted).toBe(false);
  });

  it('keeps its code while connectWallet is pending', async () => {
    const connector = scriptedConnector(wallets);
    const ui = make({ connector });
    await ui.openModal();
    await expect.element(code()).toBeEnabled();
    const connected = ui.connectWallet();
    // Queued after the other call: when it resolves, the other one has opened its sheet.
    await ui.openModal();
    await expect.element(code()).toBeEnabled();
    expect(connector.connects).toHaveLength(1);
    connector.answer(walletOf('anchor'));
    expect(await connected).toMatchObject({ name: 'Anchor' });
  });

  it('of one wallet is replaced by that of another', async () => {
    const connector = scriptedConnector(wallets);
    const ui = make({ connector });
    await ui.openSingleWalletModal('Anchor');
    await expect.element(title('Anchor')).toBeVisible();
    await ui.openSingleWalletModal('Buoy');
    await expect.element(title('Buoy')).toBeVisible();
    expect(ui.singleWalletModalState).toMatchObject({ walletInfo: { name: 'Buoy' } });
    await expect
      .poll(() => connector.connects.at(-1)?.source)
      .toEqual([{ bridgeUrl: 'https://bridge.buoy.example' }]);
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
  });

  it('is replaced by the other kind: at most one is open', async () => {
    const ui = make({ connector: scriptedConnector(wallets) });
    const open: string[] = [];
    const note = (): void => {
      open.push(`${ui.modalState.status} ${ui.singleWalletModalState.status}`);
    };
    ui.onModalStateChange(note);
    ui.onSingleWalletModalStateChange(note);
    await ui.openModal();
    await ui.openSingleWalletModal('Anchor');
    await expect.element(title('Anchor')).toBeVisible();
    await ui.openModal();
    await expect.element(title('Connect your TON wallet')).toBeVisible();
    expect(open).not.toContain('opened opened');
    ui.closeModal();
    expect(ui.modalState.status).toBe('closed');
    expect(ui.singleWalletModalState.status).toBe('closed');
  });

  it('sends a new request when it comes back, also before a render', async () => {
    const connector = scriptedConnector(wallets);
    const ui = make({ connector });
    // With this many turns, both calls change the state before React renders at least once.
    for (let turns = 0; turns < 12; turns += 1) {
      await ui.openModal();
      await expect.element(title('Connect your TON wallet')).toBeVisible();
      await expect.element(code()).toBeEnabled();
      const before = connector.connects.length;
      const single = ui.openSingleWalletModal('Anchor');
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await Promise.all([single, ui.openModal()]);
      await expect
        .poll(() => connector.connects.length, { message: `${turns} turns` })
        .toBeGreaterThan(before);
      const all = ui.modalState.status === 'opened';
      await expect.element(title(all ? 'Connect your TON wallet' : 'Anchor')).toBeVisible();
      const { source, signal } = connector.connects.at(-1) ?? {};
      expect(source).toEqual(all ? FOR_ALL : FOR_ALL.slice(0, 1));
      expect(signal?.aborted).toBe(false);
    }
  });

  it('keeps connectWallet pending when it is replaced', async () => {
    const connector = scriptedConnector(wallets);
    const ui = make({ connector });
    const connected = outcome(ui.connectWallet());
    await until(() => ui.modalState.status === 'opened');
    await ui.openSingleWalletModal('Anchor');
    expect(connected.state).toBe('pending');
    connector.answer(walletOf('anchor'));
    await expect.poll(() => connected.state).toBe('fulfilled');
  });
});

describe('a widget that was destroyed', () => {
  it('rejects new connections with a reason', async () => {
    const connector = scriptedConnector(wallets);
    const listened = vi.spyOn(connector, 'onStatusChange');
    const ui = make({ connector });
    await ui.connectionRestored;
    ui.destroy();
    const before = listened.mock.calls.length;
    const gone = expect.objectContaining({ code: 'DESTROYED', name: 'TonConnectUIError' });
    await expect(ui.connector.getWallets()).rejects.toEqual(gone);
    await expect(ui.openModal()).rejects.toEqual(gone);
    await expect(ui.openSingleWalletModal('Anchor')).rejects.toEqual(gone);
    await expect(ui.connectWallet()).rejects.toEqual(gone);
    await expect(ui.disconnect()).rejects.toEqual(gone);
    await expect(ui.sendTransaction(TRANSACTION)).rejects.toBeInstanceOf(Error);
    ui.closeModal();
    expect(listened.mock.calls.length).toBe(before);
    expect(document.getElementById('tc-widget-root')).toBeNull();
  });

  it('settles everything that waits for a wallet, a session or an answer', async () => {
    const connector = scriptedConnector(wallets, walletOf('anchor'));
    const ui = make({ connector });
    await ui.connectionRestored;
    const request = outcome(ui.sendTransaction(TRANSACTION));
    await until(() => connector.requests.length === 1);
    ui.destroy();
    await expect.poll(() => request.state).toBe('rejected');

    const other = make({ connector: scriptedConnector(wallets) });
    const waits = outcome(other.connectWallet());
    await until(() => other.modalState.status === 'opened');
    other.destroy();
    await expect.poll(() => waits.state).toBe('rejected');

    const slow = scriptedConnector(wallets);
    slow.restoreConnection = () => new Promise(() => undefined);
    const third = make({ connector: slow });
    const restored = outcome(third.connectionRestored);
    third.destroy();
    await expect.poll(() => restored).toEqual({ state: 'fulfilled', value: false });
  });

  it('reports no error if it is destroyed while its sheet loads', async () => {
    const ui = make({ connector: scriptedConnector(wallets) });
    const opening = ui.openModal();
    ui.destroy();
    await opening;
    expect(ui.modalState.status).toBe('closed');
    expect(document.getElementById('tc-widget-root')).toBeNull();
  });
});

describe('an app that is hidden and shown again', () => {
  it('is notified when the wallet disconnects', async () => {
    const hears = new Set<(event: object) => void>();
    inject('anchorKey', {
      deviceInfo: device,
      isWalletBrowser: false,
      restoreConnection: async () => connectEvent,
      listen(callback: (event: object) => void) {
        hears.add(callback);
        return () => hears.delete(callback);
      },
      disconnect: () => undefined,
    });
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify({ type: 'injected', jsBridgeKey: 'anchorKey', nextRpcRequestId: 0 }),
    );
    const app = (mode: 'visible' | 'hidden') => (
      <StrictMode>
        <Activity mode={mode}>
          <TonConnectUIProvider manifestUrl={MANIFEST} walletsListSource="/hangs.json">
            <TonConnectButton />
          </TonConnectUIProvider>
        </Activity>
      </StrictMode>
    );
    const screen = await render(app('visible'));
    await expect.element(page.getByRole('button', { name: 'Wallet UQCD…qEBI' })).toBeVisible();
    await screen.rerender(app('hidden'));
    await until(() => hears.size === 0);
    await screen.rerender(app('visible'));
    await expect.element(page.getByRole('button', { name: 'Wallet UQCD…qEBI' })).toBeVisible();
    await until(() => hears.size === 1);
    for (const tell of [...hears]) tell({ event: 'disconnect', id: 2, payload: {} });
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
    await screen.unmount();
  });

  it('learns that the wallet disconnected meanwhile', async () => {
    const connector = scriptedConnector(wallets, walletOf('anchor'));
    const app = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <TonConnectUIProvider connector={connector} restoreConnection={false}>
          <TonConnectButton />
        </TonConnectUIProvider>
      </Activity>
    );
    const screen = await render(app('visible'));
    await expect.element(page.getByRole('button', { name: 'Wallet UQCD…qEBI' })).toBeVisible();
    await screen.rerender(app('hidden'));
    connector.answer(null);
    await screen.rerender(app('visible'));
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
    await screen.unmount();
  });
});

describe('in a wallet’s own browser', () => {
  const asked = vi.fn(async (_version: number, request: { items: object[] }) => {
    expect(request.items).toContainEqual({ name: 'ton_proof', payload: 'late' });
    return connectEvent;
  });
  beforeEach(() => {
    asked.mockClear();
    inject('anchorKey', {
      deviceInfo: device,
      walletInfo: { name: 'Anchor', app_name: 'anchor', image: '', about_url: '', platforms: [] },
      isWalletBrowser: true,
      connect: asked,
      restoreConnection: async () => ({ event: 'connect_error', payload: { code: 100 } }),
      listen: () => () => undefined,
      disconnect: () => undefined,
      send: () => new Promise(() => undefined),
    });
    vi.mocked(window.fetch).mockImplementation(async () => new Response('[]'));
  });

  it('sends the request when a late proof is ready', async () => {
    const ui = make({ manifestUrl: MANIFEST, walletsListSource: '/empty.json' });
    await ui.connectionRestored;
    ui.setConnectRequestParameters({ state: 'loading' });
    await ui.openModal();
    expect(asked).not.toHaveBeenCalled();
    ui.setConnectRequestParameters({ state: 'ready', value: { tonProof: 'late' } });
    await until(() => ui.connected);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('settles connectWallet', async () => {
    const ui = make({ manifestUrl: MANIFEST, walletsListSource: '/empty.json' });
    await ui.connectionRestored;
    ui.setConnectRequestParameters({ state: 'loading' });
    const connected = ui.connectWallet();
    await ui.openModal();
    ui.setConnectRequestParameters({ state: 'ready', value: { tonProof: 'late' } });
    expect(await connected).toMatchObject({ name: 'Anchor' });
  });

  it('sends no request after a cancellation', async () => {
    const ui = make({ manifestUrl: MANIFEST, walletsListSource: '/empty.json' });
    await ui.connectionRestored;
    ui.setConnectRequestParameters({ state: 'loading' });
    const connected = outcome(ui.connectWallet());
    await ui.openModal();
    ui.closeModal();
    await expect.poll(() => connected.state).toBe('rejected');
    ui.setConnectRequestParameters({ state: 'ready', value: { tonProof: 'late' } });
    expect(asked).not.toHaveBeenCalled();
  });
});
