import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cardOf, type ShownSheet, showSheets, still } from '../../testing/show-sheet.js';
import { SheetHeader } from './Screen.js';
import * as sheet from './sheet.module.css';

const dialogs = () => [...document.querySelectorAll('dialog')];
const onDismiss = vi.fn();

const screen = (title: string, body: ReactNode = 'Content'): ReactNode => (
  <>
    <SheetHeader title={title} />
    <div className={sheet.body}>{body}</div>
  </>
);
const one = (open: boolean, more: Partial<ShownSheet> = {}): ShownSheet[] => [
  { open, onDismiss, children: screen('First'), ...more },
];

beforeEach(async () => {
  vi.clearAllMocks();
  await page.viewport(1280, 800);
});
afterEach(() => window.scrollTo(0, 0));

describe('its position', () => {
  const tall = <div style={{ blockSize: 2000 }}>Tall</div>;
  const box = () => cardOf(dialogs()[0] ?? null).getBoundingClientRect();
  const body = () => document.querySelector(`.${sheet.body}`) as HTMLElement;

  it.each([
    ['a phone', 390, 844, { left: 0, right: 390, bottom: 844 }],
    ['a desktop', 1280, 800, { left: 432, right: 848 }],
    ['a tablet', 820, 1180, { left: 202, right: 618 }],
    ['the widest phone', 440, 800, { left: 12, right: 428, bottom: 800 }],
    ['a window just wider than a phone', 441, 800, { left: 20, right: 421 }],
  ])(
    'is at the bottom on a phone, otherwise in the middle, at most 416 px wide: %s',
    async (...row) => {
      const [, width, height, expected] = row;
      await page.viewport(width, height);
      await showSheets(one(true));
      await still();
      expect(box()).toMatchObject(expected);
    },
  );

  it.each([
    [375, '16px', '18px'],
    [376, '24px', '20px'],
  ])('leaves more space for the content up to 375 px: at %i px', async (width, inline, title) => {
    await page.viewport(width, 667);
    await showSheets(one(true));
    await still();
    expect(getComputedStyle(body()).paddingInline).toBe(inline);
    expect(getComputedStyle(page.getByRole('heading').element()).fontSize).toBe(title);
  });

  it('dims the page below it', async () => {
    await showSheets(one(true));
    await still();
    const overlay = document.querySelector(`.${sheet.overlay}`) ?? document.body;
    const { top, left, width, height } = overlay.getBoundingClientRect();
    expect([top, left, width, height]).toEqual([0, 0, 1280, 800]);
    const [, alpha = '1'] = /([\d.]+)\)$/.exec(getComputedStyle(overlay).backgroundColor) ?? [];
    expect(Number(alpha)).toBeGreaterThan(0.1);
    expect(getComputedStyle(overlay).opacity).toBe('1');
  });

  it.each([
    ['a phone', 390, 600],
    ['a phone on its side', 844, 390],
    ['a low window', 1280, 400],
  ])(
    'of a tall screen on %s: no part is cut off, the content scrolls, the header stays',
    async (_, w, h) => {
      await page.viewport(w, h);
      await showSheets(one(true, { children: screen('First', tall) }));
      await still();
      expect(box().top).toBeGreaterThanOrEqual(8);
      expect(box().bottom).toBeLessThanOrEqual(h);
      const title = page.getByRole('heading').element().getBoundingClientRect().top;
      body().scrollTo(0, 5000);
      expect(body().scrollTop).toBeGreaterThan(1000);
      expect(page.getByRole('heading').element().getBoundingClientRect().top).toBe(title);
    },
  );

  it('is mirrored for right-to-left languages', async () => {
    await showSheets(
      one(true, {
        children: (
          <>
            <SheetHeader title="First" start={<svg className={sheet.mirrored} />} />
          </>
        ),
      }),
      null,
      'rtl',
    );
    const start = document.querySelector('dialog svg');
    expect(start?.getBoundingClientRect().left).toBeGreaterThan(
      page.getByRole('button', { name: 'Close' }).element().getBoundingClientRect().right,
    );
    expect(getComputedStyle(start ?? document.body).transform).toBe('matrix(-1, 0, 0, 1, 0, 0)');
  });

  it('has a line below its header only if its content is scrolled', async () => {
    await showSheets(one(true, { children: screen('First', tall) }));
    await still();
    /** Returns the brightness just below the header, in the middle. */
    const light = async (): Promise<number> => {
      const picture = new Image();
      const shot = await page.screenshot({
        element: cardOf(dialogs()[0] ?? null),
        base64: true,
        save: false,
      });
      picture.src = `data:image/png;base64,${shot}`;
      await picture.decode();
      const canvas = document.createElement('canvas').getContext('2d');
      canvas?.drawImage(picture, -picture.width / 2, -61);
      return canvas?.getImageData(0, 0, 1, 1).data[0] ?? 0;
    };
    expect(await light()).toBe(255);
    body().scrollTo(0, 20);
    expect(await light()).toBeLessThan(250);
    body().scrollTo(0, 0);
    expect(await light()).toBe(255);
  });

  it('keeps to the safe areas, Telegram’s included', async () => {
    const root = document.documentElement.style;
    root.setProperty('--tg-safe-area-inset-top', '40px');
    root.setProperty('--tg-content-safe-area-inset-top', '46px');
    root.setProperty('--tg-safe-area-inset-bottom', '34px');
    try {
      await page.viewport(390, 600);
      await showSheets(one(true, { children: screen('First', tall) }));
      await still();
      expect(box().top).toBe(16 + 40 + 46);
      expect(box().bottom).toBe(600);
      expect(getComputedStyle(body()).paddingBottom).toBe('42px');
    } finally {
      document.documentElement.removeAttribute('style');
    }
  });
});
