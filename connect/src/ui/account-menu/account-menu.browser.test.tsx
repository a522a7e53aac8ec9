import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { ADDRESS, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const button = page.getByRole('button', { name: /^UQCD/ });
const menu = page.getByRole('menu');
const copy = page.getByRole('menuitem', { name: 'Copy address' });
const disconnect = page.getByRole('menuitem', { name: 'Disconnect' });

const setUp = () => renderWidget({ connector: scriptedConnector([], walletOf('alpha')) });

async function opened() {
  const widget = await setUp();
  await button.click();
  await expect.element(copy).toHaveFocus();
  return widget;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the menu under the address', () => {
  it('is a menu of 256 px that its button controls', async () => {
    await opened();
    expect(menu.element().getBoundingClientRect().width).toBe(256);
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    await expect.element(button).toHaveAttribute('aria-controls', menu.element().id);
  });

  it('goes round by the arrows, to the ends by Home and End', async () => {
    await opened();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(disconnect).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(copy).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(disconnect).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(copy).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(disconnect).toHaveFocus();
  });

  it('closes by Escape, and gives the focus back', async () => {
    await opened();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => menu.query()).toBeNull();
  });

  it('closes by a press outside, by Tab, and by its button', async () => {
    await opened();
    await userEvent.click(document.body, { position: { x: 2, y: 300 } });
    await expect.poll(() => menu.query()).toBeNull();
    await button.click();
    await expect.element(copy).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => menu.query()).toBeNull();
    await button.click();
    await button.click();
    await expect.poll(() => menu.query()).toBeNull();
  });

  it('copies the address, and says so for one second', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await opened();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    copy.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await until(() => document.body.textContent?.includes('Address copied!'));
    expect(write).toHaveBeenCalledWith(ADDRESS);
    expect(page.getByRole('status').element().textContent).toBe('Address copied!');
    vi.advanceTimersByTime(999);
    expect(document.body.textContent).toContain('Address copied!');
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await expect.element(copy).toBeVisible();
  });

  it('copies without a clipboard', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
    const exec = vi.spyOn(document, 'execCommand').mockImplementation(() => {
      expect(document.querySelector('textarea')?.value).toBe(ADDRESS);
      return true;
    });
    await opened();
    await copy.click();
    await expect.element(page.getByRole('menuitem', { name: 'Address copied!' })).toHaveFocus();
    expect(exec).toHaveBeenCalledWith('copy');
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('disconnects, and closes', async () => {
    await opened();
    await disconnect.click();
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toHaveFocus();
    await expect.poll(() => menu.query()).toBeNull();
  });

  it('comes and goes in 150 ms', async () => {
    await opened();
    const durations = () =>
      menu
        .element()
        .getAnimations()
        .map(({ effect }) => effect?.getTiming().duration);
    expect(durations()).toEqual([150]);
    await userEvent.keyboard('{Escape}');
    expect(durations()).toEqual([150]);
  });

  it.each(['ltr', 'rtl'])(
    'ends where its button ends (%s), also when the window turns',
    async (dir) => {
      document.documentElement.dir = dir;
      await page.viewport(320, 568);
      const { screen } = await setUp();
      Object.assign(screen.container.style, {
        display: 'flex',
        justifyContent: 'end',
        padding: '8px',
      });
      await button.click();
      await expect.element(copy).toHaveFocus();
      const edges = (element: Element) => {
        const { left, right } = element.getBoundingClientRect();
        return Math.round(dir === 'ltr' ? right : left);
      };
      expect(edges(menu.element())).toBe(edges(button.element()));
      await page.viewport(568, 320);
      await expect.poll(() => edges(menu.element())).toBe(edges(button.element()));
      document.documentElement.dir = '';
      await page.viewport(1280, 800);
    },
  );

  it.each([
    ['the left', { justifyContent: 'start' }],
    ['the right', { justifyContent: 'end' }],
    ['the bottom', { alignItems: 'end' }],
  ])('stays in the window at %s edge', async (_, at) => {
    const { screen } = await setUp();
    Object.assign(screen.container.style, {
      position: 'fixed',
      inset: '0',
      display: 'flex',
      ...at,
    });
    await button.click();
    await expect.element(copy).toHaveFocus();
    await Promise.all(
      menu
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    );
    const box = menu.element().getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(8);
    expect(box.right).toBeLessThanOrEqual(innerWidth - 8);
    expect(box.top).toBeGreaterThanOrEqual(8);
    expect(box.bottom).toBeLessThanOrEqual(innerHeight - 8);
  });
});
