import { UserRejectsError as SdkUserRejects, type WalletInfoInjectable } from '@prichal/sdk';
import { describe, expect, it, vi } from 'vitest';
import { lazyChunk } from '../../react/load-lazy-chunk.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { createInternals } from '../create-internals.js';
import { translateError } from '../errors/translate-error.js';
import { WALLET_CONNECT } from '../wallets/ways-to-wallet.js';
import { CONNECT_STATES, createConnectRequest } from './connect-request.js';
import { SESSION_KEY } from './session.js';

function setUp() {
  const connector = scriptedConnector();
  const internals = createInternals({ connector }, lazyChunk);
  internals.store.set({ modal: { status: 'opened', closeReason: null } });
  const onPageNeeded = vi.fn();
  const connectRequest = createConnectRequest(internals, connector, {
    onConnected() {},
    onWalletDetails() {},
    onGone() {},
    onError() {},
    onPageNeeded,
    onFailedWithoutSheet() {},
  });
  return { connector, internals, connectRequest, onPageNeeded };
}

describe('connectRequest', () => {
  it('reuses a request on the same bridges', () => {
    const { connectRequest, connector } = setUp();
    const link = connectRequest.overBridges(['https://a', 'https://b'], null);
    expect(connectRequest.overBridges(['https://b'], null)).toBe(link);
    expect(connector.connects).toHaveLength(1);
    expect(connector.connects[0]?.source).toEqual([
      { bridgeUrl: 'https://a' },
      { bridgeUrl: 'https://b' },
    ]);
  });

  it('replaces the request for another bridge', () => {
    const { connectRequest, connector } = setUp();
    const link = connectRequest.overBridges(['https://a'], null);
    expect(connectRequest.overBridges(['https://c'], null)).not.toBe(link);
    expect(connector.connects.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('keeps the request when a wallet is picked', () => {
    const { connectRequest, internals } = setUp();
    connectRequest.overBridges(['https://a'], null);
    const wallet = remoteWallet('Alpha');
    connectRequest.overBridges(['https://a'], { wallet, openMethod: 'qrcode' });
    expect(internals.store.get().attempt?.selected?.wallet).toBe(wallet);
  });

  it('uses a new session after a rejection', () => {
    const { connectRequest, connector, internals } = setUp();
    connectRequest.overBridges(['https://a'], null);
    connectRequest.fail(translateError(new SdkUserRejects()));
    expect(internals.store.get().attempt?.failure?.kind).toBe('declined');
    connectRequest.overBridges(['https://a'], null);
    expect(connector.connects).toHaveLength(2);
    expect(internals.store.get().attempt?.failure).toBeNull();
  });

  it('waits for tonProof, and sends a new request when it changes', () => {
    const { connectRequest, connector, internals } = setUp();
    internals.store.set({ connectRequest: { state: 'loading' } });
    expect(connectRequest.overBridges(['https://a'], null)).toBeNull();
    expect(connector.connects).toHaveLength(0);
    internals.store.set({ connectRequest: { state: 'ready', value: { tonProof: 'p1' } } });
    connectRequest.overBridges(['https://a'], null);
    internals.store.set({ connectRequest: { state: 'ready', value: { tonProof: 'p2' } } });
    connectRequest.overBridges(['https://a'], null);
    expect(connector.connects.map(({ tonProof }) => tonProof)).toEqual(['p1', 'p2']);
  });

  it('removes a cancelled request from storage', () => {
    const { connectRequest, connector, internals } = setUp();
    connectRequest.overBridges(['https://a'], null);
    internals.storage.set(SESSION_KEY, JSON.stringify({ type: 'http', createdAt: Date.now() }));
    connectRequest.cancel();
    expect(connector.connects[0]?.signal.aborted).toBe(true);
    expect(internals.storage.get(SESSION_KEY)).toBeNull();
  });

  it('does not abort a request after a wallet has connected', () => {
    const { connectRequest, connector, internals } = setUp();
    connectRequest.overBridges(['https://a'], null);
    connectRequest.settle();
    internals.storage.set(SESSION_KEY, JSON.stringify({ type: 'http', connectEvent: {} }));
    connectRequest.cancel();
    expect(connector.connects[0]?.signal.aborted).toBe(false);
    expect(internals.storage.get(SESSION_KEY)).not.toBeNull();
  });

  it('finds an extension by its key, and reports a missing one', () => {
    const { connectRequest, connector, internals } = setUp();
    const wallet = {
      ...remoteWallet('Alpha'),
      jsBridgeKey: 'alpha',
      injected: true,
      embedded: false,
    };
    connector.connect = () => {
      throw new Error(
        'There is an attempt to connect to the injected wallet while it is not exists in the webpage.',
      );
    };
    connectRequest.inPage(wallet as WalletInfoInjectable);
    expect(internals.store.get().attempt).toMatchObject({
      inPage: 'alpha',
      bridges: [],
      failure: { kind: 'not-injected' },
    });
  });

  it('reports a WalletConnect error in the open sheet', () => {
    const { connectRequest, connector, internals, onPageNeeded } = setUp();
    connector.connect = () => {
      throw new Error('Wallet Connect is not initialized.');
    };
    connectRequest.inPage(WALLET_CONNECT);
    expect(internals.store.get().attempt?.failure).toMatchObject({ kind: 'other' });
    expect(onPageNeeded).not.toHaveBeenCalled();
  });

  it('sends an extension one request, and another after a failure', () => {
    const { connectRequest, connector, internals } = setUp();
    const wallet = { ...remoteWallet('Alpha'), jsBridgeKey: 'alpha', injected: true };
    const ask = () => connectRequest.inPage(wallet as WalletInfoInjectable);
    ask();
    ask();
    expect(connector.connects).toHaveLength(1);
    expect(connector.connects[0]?.signal.aborted).toBe(false);
    connectRequest.fail(translateError(new SdkUserRejects()));
    expect(internals.store.get().attempt?.failure?.kind).toBe('declined');
    ask();
    expect(connector.connects).toHaveLength(2);
    internals.store.set({ connectRequest: { state: 'ready', value: { tonProof: 'p' } } });
    ask();
    expect(connector.connects.at(-1)?.tonProof).toBe('p');
  });

  const close = ({ store }: ReturnType<typeof createInternals>) =>
    store.set({ modal: { status: 'closed', closeReason: 'action-cancelled' } });
  const extension = { ...remoteWallet('Alpha'), jsBridgeKey: 'alpha', injected: true };

  it('sends the embedded wallet one request when the proof is ready, without a sheet', () => {
    const { connectRequest, connector, internals } = setUp();
    const { store } = internals;
    close(internals);
    store.set({ connectRequest: { state: 'loading' } });
    connectRequest.inPage({ ...extension, embedded: true } as WalletInfoInjectable);
    expect(connector.connects).toHaveLength(0);
    expect(store.get().attempt?.active).toBe(true);
    store.set({ connectRequest: { state: 'ready', value: { tonProof: 'p1' } } });
    store.set({ connectRequest: { state: 'ready', value: { tonProof: 'p2' } } });
    expect(connector.connects.map(({ tonProof }) => tonProof)).toEqual(['p1']);
  });

  it('sends no request after it was cancelled or the listener removed', () => {
    const { connectRequest, connector, internals } = setUp();
    const { store } = internals;
    close(internals);
    for (const end of ['cancel', 'dispose'] as const) {
      store.set({ connectRequest: { state: 'loading' } });
      connectRequest.inPage({ ...extension, embedded: true } as WalletInfoInjectable);
      connectRequest[end]();
      store.set({ connectRequest: { state: 'ready', value: {} } });
      expect(connector.connects).toHaveLength(0);
    }
  });

  it('reports whether a request is pending', () => {
    const { connectRequest, internals } = setUp();
    const active = () => internals.store.get().attempt?.active;
    connectRequest.overBridges(['https://a'], null);
    expect(active()).toBe(true);
    connectRequest.fail(translateError(new SdkUserRejects()));
    expect(active()).toBe(false);
    connectRequest.overBridges(['https://a'], null);
    expect(active()).toBe(true);
    connectRequest.cancel();
    expect(active()).toBe(false);
    connectRequest.overBridges(['https://b'], null);
    connectRequest.settle();
    expect(active()).toBe(false);
  });
});

describe('the states of a connect request', () => {
  type State = keyof typeof CONNECT_STATES;
  const states = Object.keys(CONNECT_STATES) as State[];

  /** Each event, with the states that handle it. All other states ignore it. */
  const EVENTS: Record<State, State[]> = {
    idle: states,
    waiting: states,
    asked: states,
    failed: ['waiting', 'asked', 'failed'],
  };

  it.each(states)('%s: every event is handled or ignored', (state) => {
    const handled = states.filter((event) => EVENTS[event].includes(state));
    expect([...CONNECT_STATES[state]].sort()).toEqual(handled.sort());
  });

  it('can all be reached, and allow another request', () => {
    const reached = new Set<State>(['idle']);
    for (const state of reached) for (const next of CONNECT_STATES[state]) reached.add(next);
    expect([...reached].sort()).toEqual([...states].sort());
    for (const state of states) expect(CONNECT_STATES[state]).toContain('asked');
  });

  it('ignore an error after the end', () => {
    const { connectRequest, internals } = setUp();
    for (const end of ['cancel', 'settle'] as const) {
      connectRequest.overBridges(['https://a'], null);
      connectRequest[end]();
      connectRequest.fail(translateError(new SdkUserRejects()));
      expect(internals.store.get().attempt).toMatchObject({ failure: null, active: false });
    }
  });
});
