import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForWallet } from '../connector/create-provider.js';
import type { ConnectEvent } from '../protocol/wire.js';
import { createConnectionStorage } from '../session/connection-storage.js';
import type { InjectedWallet } from '../wallets/find-wallets.js';
import { createInjectedProvider } from './injected-provider.js';

const REQUEST = { manifestUrl: 'https://app.example.org/m.json', items: [] };
const OPTIONS = { traceId: 'trace' };
const APPROVAL = { event: 'connect', id: 0, payload: { items: [], device: {} } } as never;
const REFUSAL = {
  event: 'connect_error',
  id: 0,
  payload: { code: 300, message: 'no' },
} as ConnectEvent;
const KEY = 'ton-connect-storage_bridge-connection';

let items: Map<string, string>;
let wallet: { [K in keyof InjectedWallet]-?: ReturnType<typeof vi.fn> };
let walletEvents: (event: object) => void;

beforeEach(() => {
  items = new Map();
  wallet = {
    connect: vi.fn(async () => APPROVAL),
    restoreConnection: vi.fn(async () => APPROVAL),
    send: vi.fn(async ({ id }) => ({ id, result: 'boc' })),
    disconnect: vi.fn(),
    listen: vi.fn((callback) => {
      walletEvents = callback;
      return () => undefined;
    }),
  } as never;
  vi.stubGlobal('window', { alpha: { tonconnect: wallet } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(report?: (name: string, details: object) => void) {
  const storage = createConnectionStorage({
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
  });
  const provider = createInjectedProvider(storage, 'alpha', report);
  const heard: object[] = [];
  provider.listen((event) => heard.push(event));
  return { provider, heard };
}

async function connected() {
  const opened = open();
  opened.provider.connect(REQUEST, OPTIONS);
  await expect.poll(() => opened.heard).toHaveLength(1);
  return opened;
}

describe('InjectedProvider', () => {
  it('throws if the wallet is not on the page', () => {
    vi.stubGlobal('window', {});
    expect(open).toThrow('WalletNotInjectedError');
  });

  it('sends the request to the wallet at once, within the click', async () => {
    const { provider, heard } = open();
    expect(provider.connect(REQUEST, OPTIONS)).toBeUndefined();
    expect(wallet.connect).toBeCalledWith(2, REQUEST);
    await expect.poll(() => heard).toEqual([{ ...(APPROVAL as object), traceId: 'trace' }]);
    expect(JSON.parse(items.get(KEY) ?? '')).toEqual({
      type: 'injected',
      jsBridgeKey: 'alpha',
      nextRpcRequestId: 0,
    });
  });

  it('reports a refusal, and stores nothing', async () => {
    wallet.connect.mockResolvedValue(REFUSAL);
    const { heard } = await connected();
    expect(heard).toEqual([{ ...REFUSAL, traceId: 'trace' }]);
    expect(items.size).toBe(0);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('locked');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('locked');
      },
    ],
    ['answers with nothing', async () => undefined],
  ])('reports an error of a wallet that %s', async (_, connect) => {
    wallet.connect.mockImplementation(connect);
    const { heard } = await connected();
    expect(heard[0]).toMatchObject({ event: 'connect_error', payload: { code: 0 } });
  });

  it.each(['decline', 'ignore'] as const)(
    'stores no approval that is not admitted: %s',
    async (admission) => {
      const { provider, heard } = open();
      provider.connect(REQUEST, { ...OPTIONS, admit: () => admission });
      await expect.poll(() => wallet.connect).toHaveResolved();
      await Promise.resolve();
      expect([heard, items.size]).toEqual([[], 0]);
      expect(wallet.disconnect).toBeCalledTimes(admission === 'decline' ? 1 : 0);
    },
  );

  it('answers an approval after its end by disconnecting the wallet', async () => {
    const { provider, heard } = open();
    provider.connect(REQUEST, OPTIONS);
    provider.closeConnection();
    expect(wallet.disconnect).not.toBeCalled();
    await expect.poll(() => wallet.disconnect).toBeCalledTimes(1);
    expect([heard, items.size]).toEqual([[], 0]);
  });

  it('restores a connection', async () => {
    const { provider, heard } = open();
    await provider.restoreConnection(OPTIONS);
    expect(heard).toEqual([{ ...(APPROVAL as object), traceId: 'trace' }]);
  });

  it.each([
    ['refuses', async () => REFUSAL],
    [
      'fails',
      async () => {
        throw new Error('unknown app');
      },
    ],
  ])('removes a connection that the wallet %s to restore', async (_, restore) => {
    await connected();
    wallet.restoreConnection.mockImplementation(restore as never);
    const { provider, heard } = open();
    await provider.restoreConnection(OPTIONS);
    expect([heard, items.size]).toEqual([[], 0]);
  });

  it('sends requests with rising IDs', async () => {
    const { provider } = await connected();
    const onRequestSent = vi.fn();
    const request = { method: 'sendTransaction', params: ['{}'] } as const;
    for (const id of ['0', '1']) {
      const options = { ...OPTIONS, onRequestSent };
      expect(await provider.sendRequest<'sendTransaction'>(request as never, options)).toEqual({
        id,
        result: 'boc',
        traceId: 'trace',
      });
    }
    expect(wallet.send).toBeCalledWith({ ...request, id: '1' });
    expect(onRequestSent).toBeCalledTimes(2);
  });

  it('rejects a request that is aborted before the wallet has it, and no other', async () => {
    const { provider } = await connected();
    const abort = new AbortController();
    const options = { ...OPTIONS, signal: abort.signal, onRequestSent: () => abort.abort() };
    const request = { method: 'signData', params: ['{}'] } as never;
    expect(await provider.sendRequest(request, options)).toMatchObject({ result: 'boc' });
    await expect(provider.sendRequest(request, options)).rejects.toThrow('Request was aborted');
  });

  it('ends the session before the wallet is notified', async () => {
    const { provider, heard } = await connected();
    await provider.disconnect(OPTIONS);
    expect(wallet.disconnect).toBeCalledTimes(1);
    expect(items.size).toBe(0);
    walletEvents({ event: 'disconnect', payload: {} });
    expect(heard).toHaveLength(1);
  });

  it.each(['throws', 'is absent'])('sends a request if the method disconnect %s', async (how) => {
    const { provider } = await connected();
    if (how === 'is absent') Reflect.deleteProperty(wallet, 'disconnect');
    else
      wallet.disconnect.mockImplementation(() => {
        throw new Error('old');
      });
    await provider.disconnect(OPTIONS);
    await vi.waitFor(() => {
      expect(wallet.send).toBeCalledWith({ method: 'disconnect', params: [], id: '0' });
    });
    expect(items.size).toBe(0);
  });

  it('ends the session when the wallet does', async () => {
    const { heard } = await connected();
    walletEvents({ event: 'disconnect', payload: {} });
    expect(heard[1]).toEqual({ event: 'disconnect', payload: {}, traceId: expect.any(String) });
    await expect.poll(() => items.size).toBe(0);
    walletEvents({ event: 'disconnect', payload: {} });
    expect(heard).toHaveLength(2);
    expect(wallet.disconnect).not.toBeCalled();
  });

  it('keeps the session when it is closed', async () => {
    const { provider, heard } = await connected();
    provider.close();
    walletEvents({ event: 'disconnect', payload: {} });
    expect([heard.length, items.size]).toEqual([1, 1]);
    expect(wallet.disconnect).not.toBeCalled();
  });

  it('reports calls of the wallet to analytics', async () => {
    const reported: string[] = [];
    const { provider, heard } = open((name, details) => {
      reported.push(`${name} ${(details as { js_bridge_method: string }).js_bridge_method}`);
    });
    provider.connect(REQUEST, OPTIONS);
    await expect.poll(() => heard).toHaveLength(1);
    expect(reported).toEqual([
      'js-bridge-call connect',
      'js-bridge-response connect',
      'js-bridge-call listen',
      'js-bridge-response listen',
    ]);
  });
});

describe('waitForWallet', () => {
  it('waits for a wallet that is injected late', async () => {
    vi.useFakeTimers();
    const page: Record<string, unknown> = {};
    vi.stubGlobal('window', page);
    const found = vi.fn();
    const waiting = waitForWallet('alpha').then(found);
    await vi.advanceTimersByTimeAsync(1000);
    expect(found).not.toBeCalled();
    page.alpha = { tonconnect: wallet };
    await vi.advanceTimersByTimeAsync(50);
    await waiting;
    expect(open).not.toThrow();
  });

  it('gives up after 3 s, and at once outside browsers', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('window', {});
    const waiting = waitForWallet('alpha');
    await vi.advanceTimersByTimeAsync(3000);
    await waiting;
    vi.unstubAllGlobals();
    await waitForWallet('alpha');
  });
});
