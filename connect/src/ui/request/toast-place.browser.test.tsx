import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  close,
  confirm,
  connected,
  cover,
  dialog,
  region,
  remoteWalletOf,
  sent,
  still,
  stopLives,
  toast,
} from '../../testing/noticed-app.js';

beforeEach(async () => {
  localStorage.clear();
  stopLives();
  await page.viewport(1280, 800);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('style');
});

describe('the position of notices', () => {
  it('keep a full-height sheet below them', async () => {
    await page.viewport(320, 260);
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    const card = document.querySelector('[data-outside] > div');
    const bottom = () => region.element().getBoundingClientRect().bottom;
    await expect.poll(() => card?.getBoundingClientRect().top).toBe(bottom() + 8);
    await close.click();
    await expect.poll(() => card?.getBoundingClientRect().top).toBe(16);
  });

  it('can be read and pressed over an open sheet, and return to the page after it', async () => {
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    const one = region.element();
    expect(dialog.element().contains(one)).toBe(true);
    await close.click();
    await expect.poll(() => sent.query()).toBeNull();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'We stopped waiting' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
    expect(region.element()).toBe(one);
    expect(document.getElementById('tc-widget-root')?.contains(one)).toBe(true);
  });

  it.each(['ltr', 'rtl'])('do not cover the controls of the sheet at 320 px (%s)', async (dir) => {
    document.documentElement.dir = dir;
    await page.viewport(320, 568);
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    await still();
    const notice = region.element().getBoundingClientRect();
    expect(notice.left).toBeGreaterThanOrEqual(0);
    expect(notice.right).toBeLessThanOrEqual(320);
    const controls = [...document.querySelectorAll('dialog button')].filter(
      (button) => !region.element().contains(button),
    );
    expect(controls.length).toBeGreaterThan(0);
    for (const control of controls) {
      expect(control.getBoundingClientRect().top).toBeGreaterThanOrEqual(notice.bottom);
    }
    document.documentElement.dir = '';
  });

  it('keep below the insets of a phone, over a sheet', async () => {
    await page.viewport(390, 844);
    cover('top', 40, 46);
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    await still();
    expect(toast(sent).top).toBe(8 + 40 + 46);
  });

  it.each([320, 390])("do not cover a page's header or bottom inset at %i px", async (width) => {
    await page.viewport(width, 640);
    cover('bottom', 34, 10);
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await still();
    expect(toast().bottom).toBe(640 - 16 - 34 - 10);
    expect(toast().left).toBe((width - 256) / 2);
  });

  it('of several widgets are stacked in their order, and are independent', async () => {
    await page.viewport(390, 844);
    const first = await connected();
    const second = await connected([], remoteWalletOf('Beta'), 'beta');
    await first.ask();
    await second.ask();
    const of = (name: string) => page.getByText(`${name} is waiting for your confirmation.`);
    await expect.element(of('Alpha')).toBeVisible();
    await expect.element(of('Beta')).toBeVisible();
    await still();
    const [upper, lower] = [of('Alpha'), of('Beta')].map((text) =>
      text.element().closest('[data-state]')?.getBoundingClientRect(),
    );
    expect(lower?.top).toBe((upper?.bottom ?? Number.NaN) + 8);
    await first.screen.unmount();
    await expect.poll(() => of('Alpha').query()).toBeNull();
    await expect.element(of('Beta')).toBeVisible();
    await second.screen.unmount();
    expect(document.querySelector('section[aria-live]')).toBeNull();
  });

  it('of a widget without an open dialog can be read over the dialog of another', async () => {
    const first = await connected();
    const second = await connected([], remoteWalletOf('Beta'), 'beta');
    await second.askUnderNotice();
    await first.ask();
    const alpha = page.getByText('Alpha is waiting for your confirmation.');
    await expect.element(alpha).toBeVisible();
    expect(alpha.element().closest('dialog')).not.toBeNull();
    await first.screen.unmount();
    await expect.element(sent).toBeVisible();
  });

  it('leave nothing on the page when the widget stops', async () => {
    const { ask, screen } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await screen.unmount();
    await expect.poll(() => region.query()).toBeNull();
    expect(document.getElementById('tc-widget-root')).toBeNull();
  });
});
