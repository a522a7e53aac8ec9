import { afterEach, expect, it, vi } from 'vitest';
import { lazyChunk } from '../react/load-lazy-chunk.js';
import { createInternals } from './create-internals.js';
import { SESSION_KEY } from './storage.js';

let user: string | null = null;
vi.mock('@prichal/telegram', async (original) => ({
  ...(await original<object>()),
  launchUserId: () => user,
}));
afterEach(() => {
  user = null;
  vi.unstubAllGlobals();
});

const pageStorage = () => {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

const restores = (): boolean =>
  createInternals({ manifestUrl: 'https://app.example/m.json' }, lazyChunk).store.get().restoring;

it('shows the stored wallet of this Telegram user only', () => {
  const localStorage = pageStorage();
  vi.stubGlobal('window', { localStorage });
  user = '42';
  createInternals({ manifestUrl: 'm' }, lazyChunk).storage.set(
    SESSION_KEY,
    '{"type":"http","connectEvent":{}}',
  );
  expect([...localStorage.values.keys()]).toEqual([`tg42:${SESSION_KEY}`]);
  expect(restores()).toBe(true);
  user = '43';
  expect(restores()).toBe(false);
  user = null;
  expect(restores()).toBe(false);
});

it.each([
  ['nothing', null, false],
  ['an unanswered request', '{"type":"http","createdAt":1}', false],
  ['a connection over a bridge', '{"type":"http","connectEvent":{}}', true],
  ['an extension', '{"type":"injected","jsBridgeKey":"a"}', true],
  ['WalletConnect', '{"type":"wallet-connect"}', true],
  ['an entry of another program', '{', false],
])('chooses the first state of the button by the storage: %s', (_, stored, restoring) => {
  const localStorage = pageStorage();
  vi.stubGlobal('window', { localStorage });
  if (stored) localStorage.setItem(SESSION_KEY, stored);
  expect(restores()).toBe(restoring);
  const off = createInternals({ manifestUrl: 'm', restoreConnection: false }, lazyChunk);
  expect(off.store.get().restoring).toBe(false);
});
