import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WalletNotConnectedError } from '../errors/index.js';
import { FakeEventSource } from '../testing/fake-event-source.js';
import {
  BRIDGE,
  clientOf,
  ScriptedApp,
  SESSION_KEY,
  settle,
  TRANSACTION,
} from '../testing/scripted-app.js';
import { approval } from '../testing/scripted-wallet.js';
import type { TonConnect } from './ton-connect.js';

let app: ScriptedApp;
let connector: TonConnect;

beforeEach(() => {
  vi.useFakeTimers();
  app = new ScriptedApp();
  connector = app.open();
});

afterEach(() => {
  app.dispose();
  vi.useRealTimers();
});

it('ForgetsTheSessionBeforeAnyListenerRunsAndWithoutWaitingForTheBridge', async () => {
  await app.connect(connector);
  app.onPost = () => new Promise(() => undefined);
  let stored: unknown = 'not called';
  connector.onStatusChange(() => {
    stored = app.stored;
  });
  const ended = connector.disconnect();
  expect(stored).toBeNull();
  expect(connector.connected).toBe(false);
  await ended;
  expect(FakeEventSource.last.closed).toBe(true);
});

it('NotifiesTheWalletWithRetriesForTwelveSeconds', async () => {
  const client = await app.connect(connector);
  const sent = connector.sendTransaction(TRANSACTION);
  await settle();
  FakeEventSource.last.send(app.wallet.seal(client, { id: '0', result: 'te6cc' }));
  await sent;
  app.posts.length = 0;
  app.onPost = () => new Response('', { status: 500 });
  await connector.disconnect();
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(app.posts).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
  const [post] = app.posts;
  expect(post?.keepalive).toBe(true);
  expect(app.wallet.open(client, post?.body ?? '')).toEqual({
    method: 'disconnect',
    params: [],
    id: '1',
  });
});

it('StopsNotifyingWhenTheSignalAborts', async () => {
  await app.connect(connector);
  app.onPost = () => new Response('', { status: 500 });
  app.posts.length = 0;
  const abort = new AbortController();
  await connector.disconnect({ signal: abort.signal });
  await settle();
  abort.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(app.posts).toHaveLength(1);
});

it('LeavesASessionAloneThatBeginsMeanwhile', async () => {
  await app.connect(connector);
  app.onPost = () => new Response('', { status: 500 });
  await connector.disconnect();
  const client = clientOf(connector.connect([{ bridgeUrl: BRIDGE }]));
  await settle();
  FakeEventSource.last.open();
  FakeEventSource.last.send(app.wallet.seal(client, approval()));
  await settle();
  const stored = app.storage.items.get(SESSION_KEY);
  expect(connector.connected).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(app.storage.items.get(SESSION_KEY)).toBe(stored);
  expect(FakeEventSource.last.closed).toBe(false);
  expect(connector.connected).toBe(true);
});

it('RejectsWithoutAWallet', async () => {
  await expect(connector.disconnect()).rejects.toBeInstanceOf(WalletNotConnectedError);
  await app.connect(connector);
  const abort = new AbortController();
  abort.abort();
  await expect(connector.disconnect({ signal: abort.signal })).rejects.toThrow(
    'Disconnect was aborted',
  );
  expect(connector.connected).toBe(true);
});
