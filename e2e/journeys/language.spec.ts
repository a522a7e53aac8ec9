import type { Page } from '@playwright/test';
import { ENTRY, hold } from '../fixtures/held.ts';
import { becomeClient, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';

// The page is in one language: the product's only one, or the user's if the product has several.

test.use({ viewport: { width: 390, height: 740 }, locale: 'en-US' });

/** Returns Cyrillic texts and accessible names of the page. */
const cyrillic = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said = [
      document.title,
      document.querySelector('meta[name=description]')?.getAttribute('content'),
    ];
    for (const element of document.querySelectorAll('body :not(script, template)')) {
      for (const { nodeType, nodeValue } of element.childNodes)
        if (nodeType === 3) said.push(nodeValue);
      said.push(element.ariaLabel, element.getAttribute('alt'), element.getAttribute('data-label'));
    }
    return said.flatMap((text) => (text && /[а-яё]/i.test(text) ? [text] : []));
  });

const open = async (page: Page, origin: string, language: string, path = '/'): Promise<void> => {
  await becomeClient(page, NATIVE.ios);
  await page.goto(`${origin}${path}${launchHash(NATIVE.ios, { language })}`, {
    waitUntil: 'commit',
  });
};

for (const language of ['ru', 'en', 'ar', 'de']) {
  test(`the Russian product is Russian throughout for a user who speaks ${language}`, async ({
    page,
    server,
  }) => {
    await open(page, server.origin, language);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await page.getByRole('button', { name: 'Подключить кошелёк' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole('heading')).toHaveText(/[а-яё]/i);
    await expect(page.locator('[data-prichal-root]').first()).toHaveAttribute('lang', 'ru');
  });
}

test.describe('a product in Russian and English', () => {
  let both: Server;
  test.beforeAll(async () => {
    both = await startServer([], { PRICHAL_PRODUCT_LANGUAGES: 'ru,en' });
  });
  test.afterAll(() => both.stop());

  test('is English throughout for English speakers, from the first paint', async ({ page }) => {
    const release = await hold(page, ENTRY);
    await open(page, both.origin, 'en', '/about');
    await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await cyrillic(page)).toEqual([]);
    release();
    await expect(page).toHaveTitle('About us · Prichal');
    for (const name of ['Trading', 'Wheel of fortune', 'Buy Prichal']) {
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      expect(await cyrillic(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible();
    expect(await cyrillic(page)).toEqual([]);
  });

  test('is Russian for Russian speakers', async ({ page }) => {
    await open(page, both.origin, 'ru');
    await page.getByRole('button', { name: 'Подключить кошелёк' }).click();
    await expect(page.getByRole('dialog').getByRole('heading')).toHaveText(/[а-яё]/i);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  });

  test("explains in the browser's language that it runs in Telegram", async ({ page }) => {
    await page.goto(`${both.origin}/`);
    await expect(
      page.getByRole('heading', { name: 'This app runs inside Telegram' }),
    ).toBeVisible();
    expect(await cyrillic(page)).toEqual([]);
  });
});
