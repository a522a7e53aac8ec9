// The sandbox on developers' screens: the whole phone is visible, and the log is next to it.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1536, height: 864 },
  { width: 1920, height: 1080 },
];

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('nothing is drawn');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

const phoneOf = (page: Page) => page.locator('[data-underway]');

for (const viewport of SCREENS) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    for (const settings of [{}, { size: 'desktop' }, { turn: 'landscape' }]) {
      test(`the whole phone is visible ${JSON.stringify(settings)}`, async ({ openStand }) => {
        const { page } = await openStand({ zoom: 'fit', ...settings });
        const phone = await boxOf(phoneOf(page));
        expect(phone.left).toBeGreaterThanOrEqual(0);
        expect(phone.top).toBeGreaterThanOrEqual(0);
        expect(phone.right).toBeLessThanOrEqual(viewport.width);
        expect(phone.bottom).toBeLessThanOrEqual(viewport.height);
        // Its containers do not clip it, and the page itself does not scroll.
        const stage = await boxOf(page.getByRole('region', { name: 'Telegram client' }));
        expect(phone.top).toBeGreaterThanOrEqual(stage.top);
        expect(phone.bottom).toBeLessThanOrEqual(stage.bottom);
        expect(phone.right).toBeLessThanOrEqual(stage.right);
        const frame = await boxOf(page.locator('iframe[title="Mini app"]'));
        expect(frame.bottom).toBeLessThanOrEqual(phone.bottom);
        const scrolls = await page.evaluate(
          () => document.documentElement.scrollHeight > window.innerHeight,
        );
        expect(scrolls).toBe(false);
      });
    }

    test('the app has the height of a real phone on any screen', async ({ openStand }) => {
      const stand = await openStand({ zoom: 'fit' });
      const size = await (await stand.appFrame()).evaluate(() => [innerWidth, innerHeight]);
      // 844 minus the status bar, Telegram's header and the bar at the bottom.
      expect(size).toEqual([390, 732]);
    });

    test('phone, wallet and log are visible at once, side by side', async ({ openStand }) => {
      const stand = await openStand({ zoom: 'fit' });
      const phone = await boxOf(phoneOf(stand.page));
      const wallet = await boxOf(stand.wallet.root);
      const log = await boxOf(stand.page.getByRole('log', { name: 'What happens' }));
      expect(wallet.left).toBeGreaterThanOrEqual(phone.right);
      expect(log.left).toBeGreaterThanOrEqual(wallet.right);
      expect(log.right).toBeLessThanOrEqual(viewport.width);
      expect(log.bottom - log.top).toBeGreaterThan(150);
      expect(log.bottom).toBeLessThanOrEqual(viewport.height);
    });
  });
}

test("the log's controls are in one row on a small laptop", async ({ page, openStand }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openStand({ zoom: 'fit' });
  const heading = await boxOf(page.getByRole('heading', { name: /^What happens/ }));
  for (const name of ['Copy', 'Clear']) {
    const button = await boxOf(page.getByRole('button', { name, exact: true }));
    expect(button.top).toBeLessThan(heading.bottom);
  }
});

test.describe('a laptop at 200 % zoom', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('the app is not cut off, and the lab is a page that scrolls', async ({ openStand }) => {
    const { page } = await openStand();
    expect((await boxOf(phoneOf(page))).bottom).toBeLessThanOrEqual(400);
    await page.getByRole('button', { name: 'Lab', exact: true }).click();
    const panel = page.getByRole('tabpanel');
    expect(await panel.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
    const log = await boxOf(page.getByRole('log', { name: 'What happens' }));
    expect(log.bottom - log.top).toBeGreaterThan(150);
  });
});

test.describe('on a real phone', () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    test.describe(`${viewport.width} px`, () => {
      test.use({ viewport, hasTouch: true, isMobile: true });

      test('the screen is the phone, and wallet and lab are a tap away', async ({ openStand }) => {
        const { page } = await openStand();
        const phone = await boxOf(phoneOf(page));
        expect(phone.right - phone.left).toBe(viewport.width);
        expect(phone.bottom - phone.top).toBeGreaterThan(viewport.height - 80);
        const parts = page.getByRole('navigation', { name: 'Parts of the sandbox' });
        await parts.getByRole('button', { name: 'Wallet' }).click();
        await expect(page.getByRole('region', { name: 'Dev wallet' })).toBeVisible();
        await parts.getByRole('button', { name: 'Lab' }).click();
        for (const tab of ['Telegram', 'Faults', 'Events', 'Launch data', 'On a phone']) {
          await page.getByRole('tab', { name: tab }).click();
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide).toBe(viewport.width);
        }
        const log = page.getByRole('log', { name: 'What happens' });
        await expect(log).toBeVisible();
        // A narrow screen has space for minutes and seconds only.
        expect(await log.locator('time').first().innerText()).toMatch(/^\d\d:\d\d$/);
        await parts.getByRole('button', { name: 'Mini app' }).click();
        await expect(phoneOf(page)).toBeVisible();
      });
    });
  }
});
