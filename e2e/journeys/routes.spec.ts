import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { expect, test } from '../fixtures/test.ts';

// The full browser blocks storage in cross-site frames.
test.use({ launchOptions: wholeChromiumLaunch });

test('all four pages open, and Back returns step by step', async ({ openStand }) => {
  const stand = await openStand();
  await expect(stand.back).toBeHidden();

  await stand.app.getByRole('link', { name: 'О нас' }).click();
  await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
  await stand.app.getByRole('link', { name: 'Купить Prichal' }).click();
  await expect(stand.app.getByRole('heading', { name: 'Купить Prichal' })).toBeVisible();
  await expect.poll(() => stand.appPath()).toBe('/buy-prichal');
  await stand.app.getByRole('link', { name: 'Колесо фортуны' }).click();
  await expect.poll(() => stand.appPath()).toBe('/wheel');

  await stand.back.click();
  await expect.poll(() => stand.appPath()).toBe('/buy-prichal');
  await stand.back.click();
  await expect.poll(() => stand.appPath()).toBe('/about');
  await stand.back.click();
  await expect.poll(() => stand.appPath()).toBe('/');
  await expect(stand.back).toBeHidden();
});

test('MP, Trading and Earn lead home', async ({ openStand }) => {
  const stand = await openStand({ path: '/wheel' });
  for (const name of ['MP', 'Торговля', 'Заработок']) {
    await expect(stand.app.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/');
  }
});

test('a deep link opens its page, and Back leads home', async ({ openStand }) => {
  const stand = await openStand({ path: '/about' });
  await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
  await stand.back.click();
  await expect.poll(() => stand.appPath()).toBe('/');
});

test('an unknown path leads home with the launch parameters', async ({ openStand }) => {
  const stand = await openStand({ path: '/no-such-page' });
  await expect.poll(() => stand.appPath()).toBe('/');
  await expect(stand.connectButton).toBeVisible();
  const { hash } = new URL((await stand.appFrame()).url());
  expect(new URLSearchParams(hash.slice(1)).get('tgWebAppData')).toContain('user=');
});

for (const lang of ['en', 'ar', 'zh-hans']) {
  test(`a user who reads ${lang} sees the same pages in Russian`, async ({ page, server }) => {
    // The test's mouse does not find a scaled frame.
    await page.goto(`${server.origin}/stand/?zoom=100&lang=${lang}`);
    const app = page.frameLocator('iframe[title="Mini app"]');
    await expect(app.getByRole('heading', { name: 'Торговый блок' })).toBeVisible();
    for (const [link, heading] of [
      ['О нас', 'О нас'],
      ['Купить Prichal', 'Купить Prichal'],
      ['Колесо фортуны', 'Крутись, колесо'],
    ] as const) {
      await app.getByRole('link', { name: link }).click();
      await expect(app.getByRole('heading', { name: heading })).toBeVisible();
    }
    await expect(app.locator('html')).toHaveAttribute('lang', 'ru');
  });
}

test('a reload inside the app keeps its page and its launch', async ({ openStand }) => {
  const stand = await openStand();
  await stand.app.getByRole('link', { name: 'О нас' }).click();
  await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
  await stand.page.getByRole('button', { name: 'Reload' }).click();
  await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
  await expect(stand.back).toBeVisible();
});

test('the fallback screen shows outside Telegram', async ({ page, server }) => {
  await page.goto(`${server.origin}/`);
  await expect(
    page.getByRole('heading', { name: 'Приложение работает внутри Telegram' }),
  ).toBeVisible();
});

for (const site of ['same', 'cross']) {
  test(`the browser’s Back closes a wallet dialog over a page that it leaves (${site} site)`, async ({
    openStand,
  }) => {
    const stand = await openStand({ site });
    await stand.app.getByRole('link', { name: 'О нас' }).click();
    await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
    await stand.connectButton.click();
    await expect(stand.sheet).toBeVisible();
    // Not `goBack`, which waits for a new page.
    await stand.page.evaluate(() => history.back());
    await expect(stand.sheet).toBeHidden();
    await expect.poll(() => stand.appPath()).toBe('/');
    await stand.connectButton.click();
    await expect(stand.sheet).toBeVisible();
  });
}
