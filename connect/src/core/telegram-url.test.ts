import { afterEach, expect, it, vi } from 'vitest';
import { openWalletLink } from './open-link.js';
import { isTelegramUrl } from './telegram-url.js';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['https://t.me/wallet', true],
  ['http://t.me/wallet?attach=wallet', true],
  ['tg://resolve?domain=wallet', true],
  ['https://t.me.example/wallet', false],
  ['javascript://t.me/%0aalert(1)', false],
  ['data://t.me/,x', false],
  ['ftp://t.me/x', false],
  ['', false],
])('%s opens Telegram: %s', (link, expected) => {
  expect(isTelegramUrl(link)).toBe(expected);
});

it.each(['javascript://t.me/%0aalert(1)', ' javascript:1', 'data:text/html,x', 'vbscript:x', 'x'])(
  'nothing is opened by %s',
  (link) => {
    const [open, assign] = [vi.fn(), vi.fn()];
    vi.stubGlobal('window', { open, location: { assign } });
    expect(openWalletLink(link)).toBe(false);
    expect([open.mock.calls, assign.mock.calls]).toEqual([[], []]);
  },
);
