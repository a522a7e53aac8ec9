import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TonConnectUiCreateOptions } from '../core/options.js';
import { SESSION_KEY } from '../core/storage.js';
import { type BridgeStream, scriptedStreams } from '../testing/bridge-streams.js';
import { watchPage } from '../testing/left-behind.js';
import { scriptedConnector, walletOf } from '../testing/scripted-connector.js';
import { storeSession } from '../testing/stored-session.js';
import { until } from '../testing/until.js';
import { TonConnectUI } from './ton-connect-ui.js';

const MANIFEST = 'https://app.example/m.json';
const made: TonConnectUI[] = [];
const make = (options: TonConnectUiCreateOptions): TonConnectUI => {
  const ui = new TonConnectUI({ walletsListSource: '/hangs.json', ...options });
  made.push(ui);
  return ui;
};

/** Streams that stay open, with the widget that opened each. */
let streams: readonly BridgeStream[];

beforeEach(() => {
  localStorage.clear();
  streams = scriptedStreams('open');
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
});
afterEach(() => {
  for (const ui of made.splice(0)) ui.destroy();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('several widgets of one app', () => {
  it('restore a stored session once, over one stream', async () => {
    storeSession();
    const [a, b] = [make({ manifestUrl: MANIFEST }), make({ manifestUrl: MANIFEST })];
    expect(await Promise.all([a.connectionRestored, b.connectionRestored])).toEqual([true, true]);
    await until(() => streams.length > 0);
    expect(streams).toHaveLength(1);
    expect(a.wallet).toMatchObject({ name: 'Alpha' });
    expect(b.wallet).toMatchObject({ name: 'Alpha' });
  });

  it('continue when another one is destroyed', async () => {
    storeSession();
    const [a, b] = [make({ manifestUrl: MANIFEST }), make({ manifestUrl: MANIFEST })];
    await Promise.all([a.connectionRestored, b.connectionRestored]);
    const told = vi.fn();
    b.onStatusChange(told);
    a.destroy();
    expect(b.connected).toBe(true);
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
    const gone = b.disconnect();
    await until(() => told.mock.calls.length > 0);
    expect(told).toHaveBeenLastCalledWith(null);
    expect(b.connected).toBe(false);
    b.destroy();
    void gone.catch(() => undefined);
  });

  it('all show a wallet that one connects or disconnects', async () => {
    const connector = scriptedConnector();
    const [a, b] = [make({ connector }), make({ connector })];
    await Promise.all([a.connectionRestored, b.connectionRestored]);
    await a.openModal();
    connector.answer(walletOf('alpha'));
    expect([a.connected, b.connected]).toEqual([true, true]);
    expect(a.modalState.status).toBe('closed');
    await b.disconnect();
    expect([a.connected, b.connected]).toEqual([false, false]);
  });

  it('show a new wallet even if their connection was not loaded', async () => {
    const connector = scriptedConnector();
    const a = make({ connector, restoreConnection: false });
    const b = make({ connector, restoreConnection: false });
    await a.openModal();
    connector.answer(walletOf('alpha'));
    await until(() => b.connected);
  });

  it('do not cancel another’s request when they stop', async () => {
    const connector = scriptedConnector();
    const [a, b] = [make({ connector }), make({ connector })];
    await a.openSingleWalletModal('Alpha');
    await until(() => connector.connects.length === 1);
    localStorage.setItem(SESSION_KEY, JSON.stringify({ type: 'http', createdAt: Date.now() }));
    b.destroy();
    expect(connector.connects[0]?.signal.aborted).toBe(false);
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
    a.destroy();
    expect(connector.connects[0]?.signal.aborted).toBe(true);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  });

  it('of two apps are independent', async () => {
    const [one, other] = [scriptedConnector(), scriptedConnector()];
    const [a, b] = [make({ connector: one }), make({ connector: other })];
    await Promise.all([a.connectionRestored, b.connectionRestored]);
    one.answer(walletOf('alpha'));
    expect([a.connected, b.connected]).toEqual([true, false]);
  });
});

describe('destroy', () => {
  it('leaves nothing on the page, with a session, a sheet and a button', async () => {
    // Modules stay loaded, so only the second widget shows what a widget leaves.
    const warm = make({ manifestUrl: MANIFEST });
    await warm.openModal();
    warm.destroy();
    storeSession();
    const holder = document.createElement('div');
    holder.id = 'button-here';
    document.body.append(holder);
    const { length, state } = history;
    const page = watchPage();
    try {
      const ui = make({ manifestUrl: MANIFEST, buttonRootId: 'button-here' });
      await ui.connectionRestored;
      await until(() => holder.textContent?.includes('UQCD'));
      const gone = ui.disconnect().catch(() => undefined);
      await until(() => !ui.connected);
      await ui.openModal();
      await until(() => document.querySelector('dialog[open]'));
      expect(page.left().length).toBeGreaterThan(0);
      ui.destroy();
      await until(() => page.left().length === 0).catch(() => undefined);
      expect(page.left()).toEqual([]);
      expect(holder.childNodes).toHaveLength(0);
      expect(document.documentElement.style.overflow).toBe('');
      expect(history.state).toEqual(state);
      expect(history.length).toBe(length);
      void gone;
    } finally {
      page.stop();
      holder.remove();
    }
  });

  it('ignores code that loads too late', async () => {
    const ui = make({ connector: scriptedConnector() });
    const opening = ui.openModal();
    ui.destroy();
    await opening;
    expect(ui.modalState.status).toBe('closed');
    expect(document.getElementById('tc-widget-root')).toBeNull();
  });

  it('can be called twice, and before a start', () => {
    const ui = make({ manifestUrl: MANIFEST });
    ui.destroy();
    expect(() => ui.destroy()).not.toThrow();
  });
});
