import type { Page } from '@playwright/test';
import { layoutShifts, watchLayoutShifts } from '../fixtures/app-shift.ts';
import { ENTRY, hold } from '../fixtures/held.ts';
import { becomeClient, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';

// The page looks usable from its first paint, long before its code has loaded. Presses in that time
// must not be lost.

test.use({ viewport: { width: 390, height: 740 } });

/** The code of the connect button. */
const WIDGET = /\/assets\/wallet-button-[^/]*\.js$/;

const connect = (page: Page) => page.getByRole('button', { name: 'Подключить кошелёк' });

async function open(page: Page, origin: string, path = '/'): Promise<void> {
  await becomeClient(page, NATIVE.android);
  await watchLayoutShifts(page);
  await page.goto(`${origin}${path}${launchHash(NATIVE.android)}`, { waitUntil: 'commit' });
  await expect(page.locator('.header')).toBeVisible();
}

/** Returns the milliseconds from the press to the first frame with a busy button. */
async function timeToHear(page: Page): Promise<number> {
  const time = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (document.querySelector('#ton-connect-button [aria-busy="true"]')) {
                resolve(performance.now() - timeStamp);
              } else requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
  );
  await connect(page).click();
  return time;
}

for (const [what, files] of [
  ['the entry', ENTRY],
  ["the button's own", WIDGET],
] as const) {
  test(`a press on the connect button before ${what} code shows at once and opens the wallet dialog later`, async ({
    page,
    server,
  }) => {
    const release = await hold(page, files);
    await open(page, server.origin);
    // If only the button is late, the app already runs.
    if (files === WIDGET) await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    expect(await timeToHear(page)).toBeLessThan(100);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    release();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(connect(page)).toBeFocused();
    expect(await layoutShifts(page.mainFrame())).toEqual([]);
  });
}

for (const [what, files] of [
  ['the app', ENTRY],
  ["the widget's button", WIDGET],
] as const) {
  test(`the connect button keeps the keyboard's focus when ${what} arrives`, async ({
    page,
    server,
  }) => {
    const release = await hold(page, files);
    await open(page, server.origin);
    if (files === WIDGET) await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    await page.keyboard.press('Tab');
    for (let tabs = 0; tabs < 8; tabs++) {
      if (await connect(page).evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(connect(page)).toBeFocused();
    release();
    await expect(page.locator('.connect-skeleton')).toHaveCount(0);
    await expect(connect(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test(`a press held while ${what} arrives opens the wallet dialog when it ends`, async ({
    page,
    server,
  }) => {
    const release = await hold(page, files);
    await open(page, server.origin);
    if (files === WIDGET) await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    await connect(page).hover();
    await page.mouse.down();
    release();
    await expect(page.locator('.connect-skeleton')).toHaveCount(0);
    await page.mouse.up();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}

test('a press held while the app adopts the button opens the wallet dialog', async ({
  page,
  server,
}) => {
  const releaseWidget = await hold(page, WIDGET);
  const releaseApp = await hold(page, ENTRY);
  await open(page, server.origin);
  await connect(page).hover();
  await page.mouse.down();
  releaseApp();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await page.mouse.up();
  await expect(connect(page)).toHaveAttribute('aria-busy', 'true');
  releaseWidget();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a link held while the app arrives is followed on release', async ({ page, server }) => {
  const release = await hold(page, ENTRY);
  await open(page, server.origin);
  await page.getByRole('link', { name: 'О нас' }).hover();
  await page.mouse.down();
  release();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: 'О нас' })).toBeVisible();
});

test('a press that ends outside the button after the app has arrived has no effect', async ({
  page,
  server,
}) => {
  const release = await hold(page, ENTRY);
  await open(page, server.origin);
  await connect(page).hover();
  await page.mouse.down();
  release();
  await expect(page.locator('.connect-skeleton')).toHaveCount(0);
  await page.getByRole('heading', { name: 'Торговый блок' }).hover();
  await page.mouse.up();
  // A dialog opened by the press would cover this link.
  await page.getByRole('link', { name: 'О нас' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'О нас' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a key press on the connect button works like a tap', async ({ page, server }) => {
  const release = await hold(page, ENTRY);
  await open(page, server.origin);
  await connect(page).focus();
  await page.keyboard.press('Enter');
  await expect(connect(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a link pressed before the code has loaded shows its page, and the app continues from there', async ({
  page,
  server,
}) => {
  const release = await hold(page, ENTRY);
  await open(page, server.origin);
  await page.getByRole('link', { name: 'О нас' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'О нас' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('link', { name: 'О нас' })).toHaveAttribute('aria-current', 'page');
  const { pathname, hash } = new URL(page.url());
  expect(pathname).toBe('/about');
  expect(hash).toContain('tgWebAppVersion=');

  // Goes back, still without any code.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByText('Торговый блок')).toBeVisible();
  await page.getByRole('link', { name: 'Купить Prichal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Купить Prichal' })).toBeVisible();

  release();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Купить Prichal' })).toBeFocused();
  await expect(page).toHaveTitle('Купить Prichal · Prichal');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByText('Торговый блок')).toBeVisible();
});

test('a tab pressed before the code has loaded becomes the current one', async ({
  page,
  server,
}) => {
  const release = await hold(page, ENTRY);
  await open(page, server.origin);
  const current = page.getByRole('navigation', { name: 'Разделы' }).locator('[aria-current]');
  await page.getByRole('link', { name: 'Заработок' }).click();
  await expect(current).toHaveText('Заработок');
  release();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await expect(current).toHaveText('Заработок');
  await expect(current).toHaveCount(1);
});

test('on 3G with a slow CPU the press at the first paint opens the wallet dialog', async ({
  page,
  server,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // The page presses in the first frame with the skeleton, because the app may replace it before a
  // driver can press.
  await page.addInitScript(() => {
    const press = () => {
      const button = document.querySelector<HTMLElement>(
        ':root[data-whole] [data-skeleton] .connect-skeleton',
      );
      if (button) button.click();
      else requestAnimationFrame(press);
    };
    requestAnimationFrame(press);
  });
  await open(page, server.origin);
  await expect(page.getByRole('dialog')).toBeVisible();
});
