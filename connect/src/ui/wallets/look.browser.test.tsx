import type { WalletInfo } from '@prichal/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const WORDS = {
  en: { connect: 'Connect wallet', all: 'View all wallets', list: 'Wallets' },
  ru: { connect: 'Подключить кошелёк', all: 'Все кошельки', list: 'Кошельки' },
};
const NAMES = [
  'Tonkeeper',
  'MyTonWallet',
  'Mooring and Daughters of the Old Harbour Savings Wallet',
  'Unpronounceablewalletname',
];
const names = [...NAMES, ...Array.from({ length: 26 }, (_, i) => `Quay${i}`)];
const named = (name: string | RegExp) => page.getByRole('button', { name });
const still = (): Promise<unknown> =>
  until(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
const box = (element: Element): DOMRect => element.getBoundingClientRect();
const nameIn = (name: string) =>
  named(name).element().querySelector<HTMLElement>('[data-lines]') as HTMLElement;
/** The scrolling part of the sheet. */
const body = (): HTMLElement =>
  document.querySelector('dialog h2')?.parentElement?.nextElementSibling as HTMLElement;

async function open(width: number, language: 'en' | 'ru' = 'en', height = 800) {
  await page.viewport(width, height);
  const wallets = names.map((name) =>
    remoteWallet(name, { imageUrl: 'https://quay.invalid/1.png' }),
  );
  await renderWidget({ connector: scriptedConnector(wallets), language });
  await named(WORDS[language].connect).click();
  await expect.element(named(WORDS[language].all)).toBeVisible();
  await still();
}
async function openList(width: number, language: 'en' | 'ru' = 'en') {
  await open(width, language);
  await named(WORDS[language].all).click();
  await expect.element(page.getByRole('heading', { name: WORDS[language].list })).toHaveFocus();
  await still();
}

beforeEach(() => localStorage.clear());

it("the cover of the header's hairline does not hide those of the card", async () => {
  await open(1280);
  const { left, right } = getComputedStyle(body(), '::after');
  expect([left, right]).toEqual(['1px', '1px']);
});

describe.each([
  [1280, 24],
  [390, 24],
  [360, 16],
  [320, 16],
])('the list at %i px', (width, inset) => {
  it('has its search field aligned with the content, above the scroller', async () => {
    await openList(width);
    const field = page.getByRole('searchbox').element();
    const edge = box(body());
    expect(box(field).left - edge.left).toBe(inset);
    expect(edge.right - box(field).right).toBe(inset);

    body().scrollTop = 60;
    await expect.poll(() => box(field).top - box(body()).top).toBe(4);
    // No hairline is drawn over it, and no tile is visible next to it.
    for (const x of [2, width > 440 ? 200 : 100]) {
      const seen = document.elementFromPoint(edge.left + x, edge.top + 1);
      expect(seen).toBe(field.parentElement);
    }
    const fade = getComputedStyle(field.parentElement as Element, '::after');
    expect(fade.backgroundImage).toContain('linear-gradient');
    expect(fade.height).toBe('16px');
  });

  it('fades out at its end, below the last row', async () => {
    await openList(width);
    expect(getComputedStyle(body()).maskImage).toContain('linear-gradient');
    body().scrollTop = body().scrollHeight;
    await expect
      .poll(() => box(body()).bottom - box(named('Quay25').element()).bottom >= 23)
      .toBe(true);
  });
});

describe.each([1280, 390])('a row that is focused by keyboard, at %i px', (width) => {
  it('is neither in the fade nor under the search field', async () => {
    await openList(width);
    const tile = (at: number) =>
      [...document.querySelectorAll<HTMLElement>('dialog [data-support]')].at(at) as HTMLElement;
    tile(0).focus();
    const steps = Math.ceil(names.length / 2);
    for (let step = 0; step < steps && document.activeElement !== tile(-1); step++) {
      await userEvent.keyboard('{ArrowDown}');
      const focused = box(document.activeElement as Element);
      expect(box(body()).bottom - focused.bottom).toBeGreaterThanOrEqual(23);
    }
    for (let step = 0; step < steps; step++) {
      await userEvent.keyboard('{ArrowUp}');
      const focused = box(document.activeElement as Element);
      expect(focused.top).toBeGreaterThanOrEqual(box(body()).top + 59);
    }
  });
});

it.each([340, 360, 375, 390, 1280])(
  'the folder has its name in two lines, with a gap to the next tile and the edge, at %i px',
  async (width) => {
    await open(width, 'ru');
    const name = [...named('Все кошельки').element().children].at(-1) as Element;
    const before = named('Все кошельки').element().previousElementSibling as Element;
    const next = before.querySelector('[data-lines]') as Element;
    const words = document.createRange();
    words.selectNodeContents(name);
    expect(new Set([...words.getClientRects()].map(({ top }) => top)).size).toBe(2);
    const { left, right } = words.getBoundingClientRect();
    expect(box(body()).right - right).toBeGreaterThanOrEqual(9);
    const other = document.createRange();
    other.selectNodeContents(next);
    expect(left - other.getBoundingClientRect().right).toBeGreaterThanOrEqual(8);
  },
);

describe('long names', () => {
  it.each([320, 390, 1280])(
    'take two lines at most, and break no word, at %i px',
    async (width) => {
      await openList(width);
      const long = nameIn(NAMES[2] ?? '');
      expect(long.offsetHeight).toBe(32);
      expect(getComputedStyle(long).webkitLineClamp).toBe('2');
      const word = nameIn('Unpronounceablewalletname');
      expect(word.offsetHeight).toBe(16);
      expect(getComputedStyle(word).textOverflow).toBe('ellipsis');
    },
  );

  it('take two lines at most as a title, too', async () => {
    await openList(320);
    await named(NAMES[2] ?? '').click();
    const title = page.getByRole('heading', { level: 2 });
    await expect.element(title).toHaveTextContent(NAMES[2] ?? '');
    await expect.poll(() => box(title.element()).height).toBeLessThanOrEqual(48);
  });
});

it('a loading picture has a pale initial, and a failed one a coloured initial', async () => {
  // Pictures of the list fail to load. The widget does not notice while this listener is active.
  const keep = (event: Event): void => {
    if (event.target instanceof HTMLImageElement) event.stopImmediatePropagation();
  };
  window.addEventListener('error', keep, true);
  try {
    await open(1280);
    const icon = () =>
      document.querySelector('[data-focus-key="MyTonWallet"] [data-state]') as HTMLElement;
    const ground = () => getComputedStyle(icon().firstElementChild as Element).backgroundColor;
    await until(() => icon()?.dataset.state === 'late');
    expect(ground()).toBe('rgba(0, 0, 0, 0)');
    window.removeEventListener('error', keep, true);
    icon().querySelector('img')?.dispatchEvent(new Event('error'));
    await until(() => icon().dataset.state === 'failed');
    expect(ground()).not.toBe('rgba(0, 0, 0, 0)');
  } finally {
    window.removeEventListener('error', keep, true);
  }
});

it('an installed extension is the first tile, before Wallet in Telegram', async () => {
  const telegram = remoteWallet('Wallet', { appName: 'telegram-wallet' });
  const extension = {
    ...remoteWallet('Lantern'),
    jsBridgeKey: 'lantern',
    injected: true,
    embedded: false,
  };
  await page.viewport(1280, 800);
  const wallets = [telegram, ...names.map((name) => remoteWallet(name)), extension];
  await renderWidget({ connector: scriptedConnector(wallets as WalletInfo[]) });
  await named('Connect wallet').click();
  await expect.element(named(/^Lantern/)).toBeVisible();
  const row = [...document.querySelectorAll('dialog [data-support]')];
  expect(row.map((tile) => tile.getAttribute('data-focus-key'))).toEqual([
    'Lantern',
    'Wallet',
    'Tonkeeper',
  ]);
});

describe('with a mouse', () => {
  it('a tile has a hover style', async () => {
    await open(1280);
    const tile = named('MyTonWallet');
    const ground = () => getComputedStyle(tile.element()).backgroundColor;
    const before = ground();
    await userEvent.hover(tile);
    expect(ground()).not.toBe(before);
  });

  it('an unselected tab has a hover style', async () => {
    await open(390);
    const tab = page.getByRole('tab', { name: 'QR code' });
    const colour = () => getComputedStyle(tab.element()).color;
    const before = colour();
    await userEvent.hover(tab);
    expect(colour()).not.toBe(before);
  });
});

it.each(['en', 'ru'] as const)(
  'the first screen of a phone leaves the upper part of the page in sight (%s)',
  async (language) => {
    await page.viewport(390, 844);
    const telegram = remoteWallet('Wallet', {
      appName: 'telegram-wallet',
      universalLink: 'https://t.me/wallet?attach=wallet',
    });
    const wallets = [telegram, ...names.map((name) => remoteWallet(name))];
    await renderWidget({ connector: scriptedConnector(wallets), language });
    await named(WORDS[language].connect).click();
    await expect.element(named(WORDS[language].all)).toBeVisible();
    await still();
    const top = (): number => box(document.querySelector('dialog h2') as Element).top;
    const bar = box(page.getByRole('tablist').element()).top;
    expect(top()).toBeGreaterThan(844 / 2 - 50);
    // The code needs more height. The bar below it stays in place.
    await page.getByRole('tab').nth(1).click();
    await still();
    expect(top()).toBeLessThan(844 / 2 - 50);
    expect(box(page.getByRole('tablist').element()).top).toBe(bar);
  },
);
