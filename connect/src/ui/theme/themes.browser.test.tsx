import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const button = page.getByRole('button').first();
const style = () => getComputedStyle(button.element());

/** Sets the theme of the user's device. */
function device() {
  let dark = false;
  const listeners = new Set<() => void>();
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('color-scheme')
      ? ({
          get matches() {
            return dark;
          },
          addEventListener: (_: string, listener: () => void) => listeners.add(listener),
          removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
        } as unknown as MediaQueryList)
      : real(query),
  );
  return {
    listeners,
    setDark(value: boolean) {
      dark = value;
      for (const listener of listeners) listener();
    },
  };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('themes', () => {
  it('change while the widget lives: the button, and an open sheet', async () => {
    const { rerender } = await renderWidget({ uiPreferences: { theme: 'LIGHT' } });
    await button.click();
    const sheet = page.getByRole('dialog');
    await expect.element(sheet).toBeVisible();
    const card = () => getComputedStyle(sheet.element());
    expect(card().colorScheme).toBe('light');
    const inLight = card().color;
    await rerender({ uiPreferences: { theme: 'DARK' } });
    await until(() => card().colorScheme === 'dark');
    expect(style().colorScheme).toBe('dark');
    expect(card().color).not.toBe(inLight);
    await rerender({ uiPreferences: { theme: 'SYSTEM' } });
    await until(() => card().colorScheme.includes('light dark'));
  });

  it('has its own colours in each theme, on every root', async () => {
    const colorsSet = {
      LIGHT: { connectButton: { background: 'rgb(1, 1, 1)' } },
      DARK: { connectButton: { background: 'rgb(2, 2, 2)' } },
    };
    const { rerender } = await renderWidget({ uiPreferences: { theme: 'LIGHT', colorsSet } });
    await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(1, 1, 1)' });
    await rerender({ uiPreferences: { theme: 'DARK', colorsSet } });
    await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(2, 2, 2)' });
    await rerender({ uiPreferences: { theme: 'DARK' } });
    await until(() => style().backgroundColor === 'rgb(0, 119, 194)');
  });

  it('SYSTEM follows the device’s theme', async () => {
    const { setDark, listeners } = device();
    const colorsSet = {
      LIGHT: { connectButton: { background: 'rgb(1, 1, 1)' } },
      DARK: { connectButton: { background: 'rgb(2, 2, 2)' } },
    };
    const { rerender, screen } = await renderWidget({ uiPreferences: { colorsSet } });
    await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(1, 1, 1)' });
    setDark(true);
    await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(2, 2, 2)' });
    // The peer stops listening after an explicit theme.
    await rerender({ uiPreferences: { theme: 'DARK', colorsSet } });
    await rerender({ uiPreferences: { theme: 'SYSTEM', colorsSet } });
    setDark(false);
    await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(1, 1, 1)' });
    await screen.unmount();
    await until(() => listeners.size === 0);
  });

  it.each([
    ['m', '20px'],
    ['s', '8px'],
    ['none', '0px'],
  ] as const)('borderRadius %s sets corners of %s', async (borderRadius, corner) => {
    const { rerender } = await renderWidget();
    await rerender({ uiPreferences: { borderRadius } });
    await until(() => style().borderRadius === corner);
  });
});

describe('languages', () => {
  const button = {
    connectWallet: 'اتصال کیف پول',
    retry: 'تلاش دوباره',
    reload: 'بارگذاری دوباره',
    notLoaded: 'بارگذاری نشد. اتصال اینترنت را بررسی کنید.',
    restoring: 'بازیابی',
    account: 'کیف پول',
    copy: 'رونوشت نشانی',
    copied: 'رونوشت شد',
    disconnect: 'قطع اتصال',
    testnet: 'آزمایشی',
  };

  it('change texts, language and direction while the sheet is open', async () => {
    const { en } = await import('../../testing/all-words.js');
    const words = async () => ({ ...en, close: 'بستن' });
    const languages = { fa: { dir: 'rtl', button, words } } as const;
    const { rerender } = await renderWidget({ languages });
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
    await rerender({ languages, language: 'ru' });
    await expect.element(page.getByRole('button', { name: 'Закрыть' })).toBeVisible();
    await rerender({ languages, language: 'fa' });
    const close = page.getByRole('button', { name: 'بستن' });
    await expect.element(close).toBeVisible();
    for (const root of document.querySelectorAll('[data-prichal-root]')) {
      expect(root.getAttribute('lang')).toBe('fa');
      expect(root.getAttribute('dir')).toBe('rtl');
    }
    expect(getComputedStyle(close.element()).direction).toBe('rtl');
  });

  it('apply to the menu', async () => {
    const connector = scriptedConnector([], walletOf('alpha'));
    const strings = { ru: { button: { disconnect: 'Выйти' } } };
    await renderWidget({ connector, language: 'ru', strings });
    await page.getByRole('button', { name: /^Кошелёк UQCD/ }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Выйти' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Скопировать адрес' })).toBeVisible();
  });
});
