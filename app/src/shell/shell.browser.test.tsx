import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../styles/index.css';
import { appConfig } from '../start/app-config';
import { contrast } from '../theme/contrast';
import { paint } from '../theme/paint';
import { ConfigContext } from './config-context';
import { goBack, navigate } from './location';
import { PageFrame } from './page-frame';
import { Shell } from './shell';

const CONFIG = appConfig({ product: { name: 'Prichal', slug: 'prichal' } });

const openAt = (path: string) => {
  history.replaceState(null, '', path);
  return render(
    <ConfigContext value={CONFIG}>
      <Shell connect={<button type="button">Подключить кошелёк</button>}>
        <PageFrame />
      </Shell>
    </ConfigContext>,
  );
};

const address = location.href;

beforeEach(() => {
  history.replaceState(null, '', address);
});

afterEach(() => {
  history.replaceState(null, '', address);
});

it('shows three placeholder blocks at home, under a heading for screen readers', async () => {
  const screen = await openAt('/');
  for (const name of ['Торговый блок', 'Рекламный блок', 'Информационный блок']) {
    await expect.element(screen.getByRole('heading', { name })).toBeVisible();
  }
  expect(document.title).toBe('Prichal');
});

it.each([
  ['/wheel', 'Крутись, колесо'],
  ['/about', 'О нас'],
  ['/buy-prichal', 'Купить Prichal'],
])('shows the page at %s under the heading %s', async (path, name) => {
  const screen = await openAt(path);
  await expect.element(screen.getByRole('heading', { name, exact: true })).toBeVisible();
});

it('shows the logo with a link home, and two links, in the header', async () => {
  const screen = await openAt('/');
  const home = screen.getByRole('banner').getByRole('link', { name: 'Prichal', exact: true });
  await expect.element(home).toHaveAttribute('href', '/');
  const mark = home.element().querySelector('svg');
  expect(mark?.getBoundingClientRect().width).toBeGreaterThan(0);
  const links = screen.getByRole('navigation', { name: 'О проекте' }).getByRole('link').elements();
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['О нас', '/about'],
    ['Купить Prichal', '/buy-prichal'],
  ]);
});

it('has four tabs, each with an icon of its own in the help icon’s ring', async () => {
  const screen = await openAt('/');
  const tabs = screen.getByRole('navigation', { name: 'Разделы' }).getByRole('link').elements();
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['MP', '/'],
    ['Торговля', '/'],
    ['Заработок', '/'],
    ['Колесо фортуны', '/wheel'],
  ]);
  const parts = tabs.map((tab) => {
    const [ring, glyph, ...more] = tab.querySelectorAll<SVGGeometryElement>('svg > *');
    if (!ring || !glyph) throw new Error('The icon has no ring or no glyph');
    expect([ring.matches('circle'), glyph.matches('path'), more]).toEqual([true, true, []]);
    expect(ring.getBoundingClientRect().width).toBeGreaterThan(0);
    // The glyph is inside the ring.
    const [outer, inner] = [ring.getBBox(), glyph.getBBox()];
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.y).toBeGreaterThanOrEqual(outer.y);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
    return [ring.outerHTML, glyph.getAttribute('d')];
  });
  expect(new Set(parts.map(([ring]) => ring)).size).toBe(1);
  expect(new Set(parts.map(([, glyph]) => glyph)).size).toBe(4);
});

it('renders the connect button in the specified container', async () => {
  const screen = await openAt('/');
  const button = screen.getByRole('button', { name: 'Подключить кошелёк' }).element();
  expect(button.closest('header')?.querySelector('#ton-connect-button')?.contains(button)).toBe(
    true,
  );
});

it('updates title, focused heading and current link on navigation', async () => {
  const screen = await openAt('/');
  await screen.getByRole('link', { name: 'О нас' }).click();
  const heading = screen.getByRole('heading', { name: 'О нас' });
  await expect.element(heading).toHaveFocus();
  expect(document.title).toBe('О нас · Prichal');
  expect(location.pathname).toBe('/about');
  const link = screen.getByRole('link', { name: 'О нас' });
  await expect.element(link).toHaveAttribute('aria-current', 'page');

  await screen.getByRole('link', { name: 'Купить Prichal' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Купить Prichal' })).toHaveFocus();
  await expect.element(link).not.toHaveAttribute('aria-current');
});

it('marks the pressed tab as current, although three lead home', async () => {
  const screen = await openAt('/wheel');
  await expect
    .element(screen.getByRole('link', { name: 'Колесо фортуны' }))
    .toHaveAttribute('aria-current', 'page');
  await screen.getByRole('link', { name: 'Заработок' }).click();
  await expect
    .element(screen.getByRole('link', { name: 'Заработок' }))
    .toHaveAttribute('aria-current', 'page');
  await expect
    .element(screen.getByRole('link', { name: 'MP' }))
    .not.toHaveAttribute('aria-current');
});

it('redirects an unknown path to home', async () => {
  const screen = await openAt('/no-such-page');
  await expect.element(screen.getByRole('heading', { name: 'Торговый блок' })).toBeVisible();
  expect(location.pathname).toBe('/');
});

it('goes one step back inside the app, or home if there is none', async () => {
  const screen = await openAt('/wheel');
  navigate('/about');
  await expect.element(screen.getByRole('heading', { name: 'О нас' })).toBeVisible();
  goBack();
  await expect.element(screen.getByRole('heading', { name: 'Крутись, колесо' })).toBeVisible();
  goBack();
  await expect.element(screen.getByRole('heading', { name: 'Торговый блок' })).toBeVisible();
  expect(location.pathname).toBe('/');
});

it('adds one history entry if a link is pressed repeatedly', async () => {
  await openAt('/');
  navigate('/about');
  const { length } = history;
  navigate('/about');
  navigate('/about');
  expect(history.length).toBe(length);
});

it('lets keyboard users skip the header', async () => {
  const screen = await openAt('/');
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Перейти к содержимому' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

it('fits a width of 320 px and keeps each tab label on one line', async () => {
  await page.viewport(320, 640);
  const screen = await openAt('/');
  await expect.poll(() => document.documentElement.scrollWidth).toBe(320);
  for (const label of document.querySelectorAll('.tab-label')) {
    expect(label.getBoundingClientRect().height).toBe(13);
  }
  await expect.element(screen.getByRole('button', { name: 'Подключить кошелёк' })).toBeVisible();
});

it.each([320, 390, 768, 1280, 1920])(
  'spans the window with tabs whose content has equal insets at %i px',
  async (width) => {
    await page.viewport(width, 800);
    await openAt('/');
    const tabs = [...document.querySelectorAll('.tab')];
    const [first, last] = [tabs[0], tabs.at(-1)].map((tab) => tab?.getBoundingClientRect());
    expect([first?.left, last?.right]).toEqual([0, width]);
    const insets = tabs.map((tab) => {
      const content = document.createRange();
      content.selectNodeContents(tab);
      return Math.round((tab.clientWidth - content.getBoundingClientRect().width) / 2);
    });
    expect(Math.max(...insets) - Math.min(...insets)).toBeLessThanOrEqual(1);
    expect(Math.min(...insets)).toBeGreaterThanOrEqual(8);
  },
);

it.each([
  [390, 844, 1],
  [768, 1024, 1],
  [1280, 800, 3],
  [1920, 1080, 3],
])('shows the blocks over the width and height of %i x %i px', async (width, height, columns) => {
  await page.viewport(width, height);
  const screen = await openAt('/');
  await expect.element(screen.getByRole('heading', { name: 'Торговый блок' })).toBeVisible();
  const boxes = [...document.querySelectorAll('.block')].map((block) =>
    block.getBoundingClientRect(),
  );
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(columns);
  const sum = boxes.reduce((total, box) => total + (columns === 3 ? box.width : box.height), 0);
  expect(sum).toBeGreaterThan(columns === 3 ? 0.95 * width : 0.5 * height);
  // The page does not scroll.
  expect(document.documentElement.scrollHeight).toBe(height);
});

/** Returns the form in which browsers report a colour `#rrggbb`. */
const rgb = (color: string) =>
  `rgb(${color
    .match(/[\da-f]{2}/g)
    ?.map((byte) => parseInt(byte, 16))
    .join(', ')})`;

it.each([false, true])(
  'shows focus by a ring, and the current page by a ground (dark: %s)',
  async (isDark) => {
    const palette = paint({ params: {}, isDark });
    const screen = await openAt('/about');
    const look = (name: string) => {
      const style = getComputedStyle(screen.getByRole('link', { name }).element());
      return [style.outlineStyle, style.boxShadow, style.backgroundColor];
    };
    await expect.element(screen.getByRole('heading', { name: 'О нас' })).toBeVisible();
    const [outline, shadow, ground] = look('О нас');
    expect([outline, shadow]).toEqual(['none', 'none']);
    expect(ground).toBe(rgb(palette.page.wash));
    expect([look('Купить Prichal')[2], rgb(palette.page.ground)]).not.toContain(ground);
    const link = screen.getByRole('link', { name: 'О нас' }).element();
    expect(getComputedStyle(link).color).toBe(rgb(palette.page.accent));
    expect(contrast(palette.page.accent, palette.page.wash)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.page.ground, palette.page.wash)).toBeGreaterThanOrEqual(1.1);
    for (let tabs = 0; tabs < 4; tabs++) await userEvent.tab();
    await expect.poll(() => look('Купить Prichal')[0]).toBe('solid');
  },
);
