import type { WalletInfo } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { painted, paintedUntil } from '../../testing/painted.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const named = (name: string | RegExp) => page.getByRole('button', { name });
const field = page.getByRole('searchbox', { name: 'Search wallets' });
const NAMES = ['Anchor', 'Café', 'Lantern', ...Array.from({ length: 17 }, (_, i) => `Quay${i}`)];
const many = (): WalletInfo[] => NAMES.map((name) => remoteWallet(name));
const tiles = (): (string | null)[] =>
  [...document.querySelectorAll('dialog [data-support] [data-lines]')].map(
    ({ textContent }) => textContent,
  );
const said = () => document.querySelector('dialog [role="status"]')?.textContent;
const list = () => document.querySelector('dialog [data-support]')?.parentElement?.parentElement;

const still = (): Promise<unknown> =>
  until(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

async function open(wallets: WalletInfo[], options = {}) {
  await renderWidget({ connector: scriptedConnector(wallets), ...options });
  await named('Connect wallet').click();
  await named('View all wallets').click();
  await expect.element(page.getByRole('heading', { name: 'Wallets' })).toHaveFocus();
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('search', () => {
  it.each([
    [12, false],
    [13, true],
  ])('is shown for %i wallets: %s', async (count, there) => {
    await open(many().slice(0, count));
    expect(field.query() !== null).toBe(there);
  });

  it('finds by name and app name, ignoring case and accents, and announces the count', async () => {
    await open(many());
    await field.fill('AN');
    await expect.poll(tiles).toEqual(['Anchor', 'Lantern']);
    await expect.poll(said).toBe('Found: 2');
    await field.fill('cafe');
    await expect.poll(tiles).toEqual(['Café']);
    await expect.poll(said).toBe('Found: 1');
  });

  it('says that nothing was found, and keeps the height', async () => {
    await open(many());
    await still();
    const before = document.querySelector('dialog h2')?.getBoundingClientRect().top;
    await field.fill('submarine');
    await expect.element(page.getByText('Nothing found for “submarine”')).toBeVisible();
    await expect.poll(said).toBe('Found: 0');
    await still();
    expect(document.querySelector('dialog h2')?.getBoundingClientRect().top).toBe(before);
  });

  it('is cleared by the first Escape; the next one closes the sheet', async () => {
    await open(many());
    await field.fill('an');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).toHaveValue('');
    await expect.poll(tiles).toHaveLength(NAMES.length);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  });

  it('stays in view over the list', async () => {
    await open(many());
    await still();
    const before = field.element().getBoundingClientRect().top;
    const scroller = list();
    scroller?.scrollTo(0, 300);
    expect(scroller?.scrollTop).toBeGreaterThan(100);
    expect(Math.abs(field.element().getBoundingClientRect().top - before)).toBeLessThan(8);
  });
});

describe('the list', () => {
  it.each([
    [1280, 900, 510],
    [1280, 600, 400],
    [1020, 860, 660],
    [600, 560, 360],
    [390, 844, 694],
  ])('is at most as high as specified in a window of %i x %i', async (width, height, most) => {
    await page.viewport(width, height);
    await open([
      ...many(),
      ...many().map((one) => ({ ...one, name: `${one.name}s`, appName: `${one.appName}s` })),
    ]);
    await still();
    expect(list()?.getBoundingClientRect().height).toBe(most);
  });

  it('aligns its tiles in columns, none narrower than 78 px, at 320 px too', async () => {
    await page.viewport(320, 568);
    await open(many());
    await still();
    const boxes = [...document.querySelectorAll('dialog [data-support]')].map((tile) =>
      tile.getBoundingClientRect(),
    );
    expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(78);
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(4);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(320);
  });

  it('shows on a phone only wallets that a phone can open', async () => {
    await page.viewport(390, 844);
    const desktopOnly = remoteWallet('Desk', { platforms: ['macos'] });
    await open([desktopOnly, ...many()]);
    expect(tiles()).not.toContain('Desk');
  });

  it('shows the unsupported-wallet notice for 1.5 s', async () => {
    const plain = { ...remoteWallet('Plain'), features: [] };
    await open([...many(), plain], {
      walletsRequiredFeatures: { sendTransaction: { minMessages: 1 } },
    });
    await expect.element(named('Plain')).toHaveAttribute('data-support', 'lacks-required');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    named('Plain')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const notice = (): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLElement>('dialog [aria-hidden]')].find(
        ({ textContent }) => textContent === "Plain doesn't support connected service",
      );
    await paintedUntil(notice);
    vi.advanceTimersByTime(1499);
    await painted();
    expect(notice()?.dataset.state).toBe('open');
    vi.advanceTimersByTime(1);
    await expect.poll(() => notice()?.dataset.state).toBe('closed');
    vi.useRealTimers();
    await until(() => getComputedStyle(notice() ?? document.body).visibility === 'hidden');
    await expect.element(page.getByRole('heading', { name: 'Wallets' })).toBeVisible();
  });

  it('wraps that notice without a single word in a line, at 320 px', async () => {
    await page.viewport(320, 640);
    const plain = { ...remoteWallet('Plain'), features: [] };
    await renderWidget({
      connector: scriptedConnector([...many(), plain]),
      language: 'ru',
      walletsRequiredFeatures: { sendTransaction: { minMessages: 1 } },
    });
    await named('Подключить кошелёк').click();
    await named('Все кошельки').click();
    await expect.element(page.getByRole('heading', { name: 'Кошельки' })).toHaveFocus();
    await expect.element(named('Plain')).toHaveAttribute('data-support', 'lacks-required');
    named('Plain')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const widths = await until(() => {
      const notice = [...document.querySelectorAll('dialog [aria-hidden]')].find((one) =>
        one.textContent.startsWith('Plain не'),
      );
      if (!notice) return null;
      const words = document.createRange();
      words.selectNodeContents(notice);
      return [...words.getClientRects()].map(({ width }) => width);
    });
    expect(widths).toHaveLength(2);
    expect(widths.at(-1)).toBeGreaterThan(Math.max(...widths) / 2);
  });

  it('allows a wallet that lacks only preferred features', async () => {
    const plain = { ...remoteWallet('Plain'), features: [] };
    await open([...many(), plain], {
      walletsPreferredFeatures: { sendTransaction: { minMessages: 1 } },
    });
    expect(tiles().at(-1)).toBe('Plain');
    await named('Plain').click();
    await expect.element(page.getByRole('heading', { name: 'Plain' })).toHaveFocus();
  });

  it('returns the focus to the pressed tile', async () => {
    await open(many());
    await named('Quay16').click();
    await expect.element(page.getByRole('heading', { name: 'Quay16' })).toHaveFocus();
    await named('Back').click();
    await expect.element(named('Quay16')).toHaveFocus();
    await expect.element(named('Quay16')).toBeInViewport();
  });
});
