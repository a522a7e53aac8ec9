import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageWindow } from './page-window';
import { start } from './start';

const LAUNCH = {
  version: '9.1',
  platform: 'ios',
  startParam: null,
  themeParams: {},
  query: '',
  initDataRaw: null,
  user: null,
  fullscreen: false,
};

vi.mock('@prichal/telegram', async (original) => ({
  ...(await original<typeof import('@prichal/telegram')>()),
  launchParams: () => LAUNCH,
  launchHash: () => '',
}));

const address = location.href;
const showStart = vi.fn();
let root: HTMLElement;

beforeEach(() => {
  showStart.mockClear();
  root = document.createElement('div');
  root.id = 'root';
  history.replaceState(null, '', '/about');
  pageWindow().prichalPage = {
    config: {
      product: { name: 'Prichal', slug: 'prichal' },
      bot: null,
      languages: ['ru'],
      words: {},
      stand: null,
    },
    words: {},
    showStart,
    skeletonStands: () => undefined,
  };
});

afterEach(() => {
  root.remove();
  history.replaceState(null, '', address);
});

it('shows the app after a successful start', async () => {
  document.body.append(root);
  await start();
  expect(showStart.mock.calls).toEqual([['running']]);
  await expect.poll(() => root.querySelector('h1')?.textContent).toBe('О нас');
});

it('shows the fallback screen after a failed start', async () => {
  // There is no root element.
  await start();
  expect(showStart.mock.calls).toEqual([['failed']]);
});
