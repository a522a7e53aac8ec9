import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const named = (name: string) => page.getByRole('button', { name });
const square = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><path d="M0 0h60v60H0z" fill="${color}"/></svg>`;
const image = (color: string): string => `data:image/svg+xml,${encodeURIComponent(square(color))}`;

async function list(names: string[], imageUrl: (name: string) => string = () => '') {
  const filler = Array.from({ length: 8 }, (_, i) => `Quay${i}`);
  const wallets = [...filler, ...names].map((name) =>
    remoteWallet(name, { imageUrl: imageUrl(name) }),
  );
  await renderWidget({ connector: scriptedConnector(wallets) });
  await named('Connect wallet').click();
  await named('View all wallets').click();
  await expect.element(page.getByRole('heading', { name: 'Wallets' })).toHaveFocus();
}
const part = <T extends Element>(name: string, selector: string): T | null =>
  named(name).element().querySelector<T>(selector);
const nameIn = (name: string) => part<HTMLElement>(name, '[data-lines]');
const monogramOf = (name: string) => part(name, '[data-state] > span') as Element;

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(320, 568);
});
afterEach(() => vi.restoreAllMocks());

describe('a name that is too long for its tile', () => {
  it('is tightened in steps of 0.05 px, at most to −0.4', async () => {
    const names = ['Tonkeepers', 'Bitkeepers', 'MyTonWallets', 'Unpronounceable'];
    await list(names);
    const spacing = (name: string): number =>
      Number.parseFloat(nameIn(name)?.style.letterSpacing || '0');
    expect(spacing('Quay0')).toBe(0);
    const tight = names.map(spacing);
    expect(tight.at(-1)).toBe(-0.4);
    for (const one of tight) {
      expect(one).toBeGreaterThanOrEqual(-0.4);
      expect(one * 20).toBeCloseTo(Math.round(one * 20), 5);
    }
  });

  it('breaks between its words', async () => {
    await list(['MammothMammals']);
    const name = nameIn('MammothMammals') as HTMLElement;
    expect(name.dataset.lines).toBe('2');
    const range = document.createRange();
    const text = name.firstChild as Text;
    range.setStart(text, text.data.indexOf('Mammals'));
    range.setEnd(text, text.length);
    const seen = [...range.getClientRects()].filter(({ width }) => width > 0);
    // The dialog's height may still animate. Its transform moves both by the same fraction of a pixel.
    const { top: nameTop } = name.getBoundingClientRect();
    expect(seen.map(({ top }) => Math.round(top - nameTop))).toEqual([16]);
  });

  it('takes a second line if that is not enough, or an ellipsis for one word', async () => {
    await list(['Mooring and Daughters', 'Unpronounceablewallet', 'Quay']);
    const two = nameIn('Mooring and Daughters');
    expect(two?.dataset.lines).toBe('2');
    expect(two?.scrollWidth).toBeLessThanOrEqual(two?.clientWidth ?? 0);
    expect(two?.offsetHeight).toBe(32);
    expect(nameIn('Unpronounceablewallet')?.dataset.lines).toBe('1');
    expect(getComputedStyle(nameIn('Unpronounceablewallet') as Element).textOverflow).toBe(
      'ellipsis',
    );
    expect(nameIn('Quay')?.offsetHeight).toBe(16);
  });
});

it('fits a long word and the longest label into the narrowest tile in the widest font', async () => {
  const style = document.createElement('style');
  style.textContent = '[data-prichal-root] { --prichal-font: "DejaVu Sans", verdana }';
  document.head.append(style);
  onTestFinished(() => style.remove());
  const wallets = ['MyTonWallet', 'Tonkeeper'].map((name) => remoteWallet(name));
  await renderWidget({ connector: scriptedConnector(wallets), language: 'ru' });
  await named('Подключить кошелёк').click();
  await expect.element(page.getByText('Популярен')).toBeVisible();
  const name = nameIn('MyTonWallet');
  expect(name?.dataset.lines).toBe('1');
  expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0);
  const label = page.getByText('Популярен').element();
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth);
});

describe('a wallet’s picture', () => {
  it('loads only when its tile is visible', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `Buoy${i}`);
    await list(names, () => image('blue'));
    await until(() => part('Buoy0', 'img'));
    expect(part('Buoy39', 'img')).toBeNull();
    named('Buoy39').element().scrollIntoView();
    await until(() => part('Buoy39', 'img'));
  });

  it('is replaced by the wallet’s initial if it does not load', async () => {
    await list(['buoy'], () => 'data:image/png;base64,broken');
    await until(() => part('buoy', '[data-state="failed"]'));
    await until(() => getComputedStyle(monogramOf('buoy')).opacity === '1');
    expect(monogramOf('buoy').textContent).toBe('B');
    expect(part('buoy', 'img')).toBeNull();
  });

  it('covers the initial when it has loaded', async () => {
    await list(['Buoy'], () => image('blue'));
    await until(() => part('Buoy', '[data-state="shown"]'));
    expect(monogramOf('Buoy')).toBeNull();
  });
});
