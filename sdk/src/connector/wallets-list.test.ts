import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../testing/fake-event-source.js';
import { ScriptedApp, settle, TRANSACTION } from '../testing/scripted-app.js';
import type { WalletInfoDTO } from '../types/index.js';

let app: ScriptedApp;

beforeEach(() => {
  app = new ScriptedApp();
});

afterEach(() => {
  app.dispose();
});

const entry = (url: string): WalletInfoDTO => ({
  app_name: 'scripted',
  name: 'Scripted',
  image: 'https://wallet.example.org/icon.png',
  about_url: 'https://wallet.example.org',
  universal_url: 'https://wallet.example.org/connect',
  platforms: ['ios'],
  bridge: [{ type: 'sse', url }],
});

/** A list that never arrives. */
const never = (): Promise<never> => new Promise(() => undefined);

it('GivesTheListInPlaceOfADownload', async () => {
  const walletsList = Promise.resolve([entry('https://bridge.example.org/bridge')]);
  const wallets = await app.open({ walletsList }).getWallets();
  expect(wallets.map(({ name }) => name)).toEqual(['Scripted']);
  expect(app.posts).toEqual([]);
});

it('RestoresAndSendsWhileTheListIsLoading', async () => {
  const first = app.open();
  const client = await app.connect(first);
  first.close();
  const connector = app.open({ walletsList: never() });
  const restored = connector.restoreConnection();
  await settle();
  FakeEventSource.last.open();
  await restored;
  expect(connector.connected).toBe(true);
  const sent = connector.sendTransaction(TRANSACTION);
  await settle();
  FakeEventSource.last.send(app.wallet.seal(client, { id: '0', result: 'te6cc' }));
  expect(await sent).toMatchObject({ boc: 'te6cc' });
});

it('ReadsALazyListOnlyAfterTheSessionIsRestored', async () => {
  const first = app.open();
  await app.connect(first);
  first.close();
  const then = vi.fn();
  const connector = app.open({ walletsList: { then } });
  const restored = connector.restoreConnection();
  await settle();
  expect(connector.connected).toBe(true);
  expect(then).not.toHaveBeenCalled();
  FakeEventSource.last.open();
  await restored;
  await settle();
  expect(then).toHaveBeenCalled();
});

it('FollowsAWalletThatHasMovedToAnotherBridge', async () => {
  const first = app.open();
  await app.connect(first);
  first.close();
  const moved = 'https://moved.example.org/bridge';
  const connector = app.open({ walletsList: Promise.resolve([entry(moved)]) });
  const restored = connector.restoreConnection();
  await settle();
  const old = FakeEventSource.last;
  old.open();
  await restored;
  await settle();
  expect(old.closed).toBe(true);
  expect(FakeEventSource.last.url).toContain(moved);
  expect(app.stored).toMatchObject({ session: { bridgeUrl: moved } });
});
