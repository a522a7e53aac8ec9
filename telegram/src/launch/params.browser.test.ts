import { expect, it } from 'vitest';
import { type FreshWindow, freshPage } from '../testing/fresh-page.js';
import type { UserField } from './user.js';

const QUERY = 'tgWebAppVersion=9.0&tgWebAppPlatform=tdesktop&tgWebAppStartParam=wheel';

it('survive a reload without them in the address, in session storage', async () => {
  const first = await freshPage({ query: QUERY });
  expect(first.telegram.launchParams()?.platform).toBe('tdesktop');
  const second = await freshPage({ keepSession: true });
  expect(second.telegram.launchParams()?.startParam).toBe('wheel');
});

it('are kept as a hash if storage throws', async () => {
  const blocked = (page: FreshWindow) => {
    Object.defineProperty(page, 'sessionStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  };
  const { telegram } = await freshPage({ query: QUERY, before: blocked });
  expect(telegram.launchParams()?.version).toBe('9.0');
  expect(telegram.launchHash()).toBe(`#${QUERY}`);
});

it('are null on a page that Telegram did not open', async () => {
  const { telegram } = await freshPage({});
  expect(telegram.launchParams()).toBeNull();
  expect(telegram.isTelegram()).toBe(false);
  expect(telegram.launchHash()).toBe('');
});

it('contain the user, without a channel to the host', async () => {
  const data = new URLSearchParams({ user: JSON.stringify({ id: 279058397 }) });
  const query = `${QUERY}&tgWebAppData=${encodeURIComponent(data.toString())}`;
  const first = await freshPage({ query });
  expect(first.telegram.launchUserId()).toBe('279058397');
  expect(first.window).not.toHaveProperty('prichal');
  expect(first.telegram.launchUser('id')).toBe('279058397');
  first.telegram.head();
  expect(first.telegram.launchUserId()).toBe('279058397');
  const second = await freshPage({ keepSession: true });
  expect(second.telegram.launchUserId()).toBe('279058397');
  const elsewhere = await freshPage({});
  expect(elsewhere.telegram.launchUserId()).toBeNull();
});

it.each<[user: unknown, field: UserField, expected: string | null]>([
  [{ id: 7000000001 }, 'id', '7000000001'],
  [{ id: '5' }, 'id', '5'],
  [{ language_code: 'uk' }, 'language_code', 'uk'],
  [{ username: '' }, 'username', null],
  [{ first_name: {} }, 'first_name', null],
  [{ id: null }, 'id', null],
  [{}, 'id', null],
  [null, 'id', null],
  ['x', 'id', null],
])('tell of the user %o the %s: %o', async (user, field, expected) => {
  const data = new URLSearchParams({ user: JSON.stringify(user) });
  const query = `${QUERY}&tgWebAppData=${encodeURIComponent(data.toString())}`;
  const { telegram } = await freshPage({ query });
  expect(telegram.launchUser(field)).toBe(expected);
});

it('contain no user outside Telegram', async () => {
  const { telegram } = await freshPage({});
  expect(telegram.launchUser('id')).toBeNull();
});

it('contain no user if no client could have opened the page', async () => {
  const data = new URLSearchParams({ user: JSON.stringify({ id: 1 }) });
  const query = `${QUERY}&tgWebAppData=${encodeURIComponent(data.toString())}`;
  const { telegram } = await freshPage({ query, isTop: true });
  expect(telegram.launchUserId()).toBeNull();
  expect(telegram.isTelegram()).toBe(false);
  expect(telegram.launchUserId()).toBeNull();
  expect(telegram.launchUser('id')).toBeNull();
});
