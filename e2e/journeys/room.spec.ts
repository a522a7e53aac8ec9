import type { Page } from '@playwright/test';
import { becomeClient, clientSays, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';

// Every page in every size: nothing is cut off or covered.

const PATHS = ['/', '/wheel', '/about', '/buy-prichal'];

async function open(page: Page, origin: string, path: string): Promise<void> {
  await page.goto(`${origin}${path}${launchHash(NATIVE.ios)}`);
  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
  await expect(page.locator('#main h1')).toBeAttached();
}

/** Returns the elements that extend beyond the page's sides. */
function beyondSides(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.header *, .main *, .footer *')]
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width > 0 && (left < 0 || right > document.documentElement.clientWidth);
      })
      .map(({ tagName, className }) => `${tagName}.${String(className)}`),
  );
}

/**
 * Enlarges text as Android does for users who want larger letters: every font size grows, px or
 * not.
 */
async function enlargeLetters(page: Page, factor: number): Promise<void> {
  await page.evaluate((times) => {
    const parts = [...document.querySelectorAll<HTMLElement>('body *')];
    const sizes = parts.map((part) => {
      const { fontSize, lineHeight } = getComputedStyle(part);
      return [Number.parseFloat(fontSize), Number.parseFloat(lineHeight)] as const;
    });
    for (const [i, part] of parts.entries()) {
      const [size = 0, line = 0] = sizes[i] ?? [];
      part.style.fontSize = `${size * times}px`;
      if (line > 0) part.style.lineHeight = `${line * times}px`;
    }
  }, factor);
}

for (const [width, height] of [
  [195, 422],
  [320, 568],
  [390, 740],
  [600, 800],
  [740, 360],
  [1280, 800],
] as const) {
  test(`all pages fit ${width} x ${height}, also with text twice as large`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    for (const path of PATHS) {
      await open(page, server.origin, path);
      expect(await beyondSides(page), path).toEqual([]);
      await enlargeLetters(page, 2);
      expect(await beyondSides(page), `${path}, twice as large`).toEqual([]);
    }
  });
}

for (const [width, height] of [
  [844, 390],
  [2560, 1080],
] as const) {
  test(`the drawings of the home page meet in one quay at ${width} x ${height}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, server.origin, '/');
    const ends = await page
      .locator('.drawing')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).flatMap(({ left, right }) => [left, right]),
      );
    expect(ends.map(Math.round)).toEqual(
      [0, 1, 1, 2, 2, 3].map((third) => Math.round((third * width) / 3)),
    );
    // Without scrolling.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });
}

test('in landscape between two notches no content is under them', async ({ page, server }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await becomeClient(page, NATIVE.ios);
  for (const path of PATHS) {
    await open(page, server.origin, path);
    await clientSays(page, 'safe_area_changed', { top: 0, bottom: 21, left: 47, right: 47 });
    await expect(page.locator('#root')).toHaveCSS('padding-left', '47px');
    const under = await page.evaluate(() =>
      [...document.querySelectorAll('a, button:not(.skip-link), h1, h2')]
        .map((part) => part.getBoundingClientRect())
        .filter(({ left, right, width }) => width > 1 && (left < 47 || right > innerWidth - 47)),
    );
    expect(under, path).toEqual([]);
  }
});
