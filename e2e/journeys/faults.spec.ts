import type { Page } from '@playwright/test';
import { layoutShifts, watchLayoutShifts } from '../fixtures/app-shift.ts';
import { codeOf, ENTRY, hold } from '../fixtures/held.ts';
import { launchHash, NATIVE } from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 390, height: 740 } });

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/${launchHash(NATIVE.ios)}`);
  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
}

const wheel = (page: Page) => page.getByRole('link', { name: 'Колесо фортуны' });
const wheelHeading = (page: Page) => page.getByRole('heading', { name: 'Крутись, колесо' });

test('a page that cannot be loaded reports the retry, then the failure', async ({
  page,
  server,
}) => {
  await open(page, server.origin);
  await page.route(codeOf('wheel'), (route) => route.abort());
  await wheel(page).click();
  await expect(page.getByRole('status')).toHaveText('Связь прервалась. Пробуем ещё раз…');
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading')).toHaveText('An unhandled error occurred:');
  await expect(alert).toContainText('Unable to load /assets/wheel-');

  await page.unroute(codeOf('wheel'));
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(wheelHeading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
});

test('a page that loads at the second attempt appears without a press', async ({
  page,
  server,
}) => {
  await open(page, server.origin);
  await page.route(codeOf('wheel'), (route) => route.abort(), { times: 1 });
  await wheel(page).click();
  await expect(wheelHeading(page)).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('');
});

test('going offline shows a calm message, and the requested page loads with the network', async ({
  page,
  context,
  server,
}) => {
  await open(page, server.origin);
  await context.setOffline(true);
  await expect(page.getByRole('status')).toHaveText('Нет сети. Продолжим, когда она появится.');
  await wheel(page).click();
  // The shell keeps working: the tab is marked, and the header can be used.
  await expect(wheel(page)).toHaveAttribute('aria-current', 'page');
  await context.setOffline(false);
  await expect(wheelHeading(page)).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('');
});

test('a bundle that does not load shows the fallback screen with a way to retry', async ({
  page,
  server,
}) => {
  await page.route(ENTRY, (route) => route.abort(), { times: 1 });
  await page.goto(`${server.origin}/about${launchHash(NATIVE.android)}`);
  await expect(
    page.getByText('You are using too old Telegram client to run this application'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await expect(page.getByRole('heading', { name: 'О нас' })).toBeVisible();
});

test('a late widget appears in its reserved place', async ({ page, server }) => {
  await watchLayoutShifts(page);
  const release = await hold(page, codeOf('wallet-button'));
  await page.goto(`${server.origin}/${launchHash(NATIVE.ios)}`);
  await expect(page.getByRole('heading', { name: 'Торговый блок' })).toBeVisible();
  // The shell does not wait for the widget.
  await page.getByRole('link', { name: 'О нас' }).click();
  await expect(page.getByRole('heading', { name: 'О нас' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
  expect(await layoutShifts(page.mainFrame())).toEqual([]);
});

test('a widget that cannot be loaded leaves the rest of the app usable, and offers a retry', async ({
  page,
  server,
}) => {
  await page.route(codeOf('wallet-button'), (route) => route.abort());
  await page.goto(`${server.origin}/${launchHash(NATIVE.ios)}`);
  const again = page.getByRole('button', { name: 'Повторить загрузку' });
  await expect(again).toBeVisible();
  await wheel(page).click();
  await expect(wheelHeading(page)).toBeVisible();
  await page.unroute(codeOf('wallet-button'));
  await again.click();
  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
});

test('without the served wallets list the wallet dialog shows the built-in one', async ({
  page,
  server,
}) => {
  await page.route('**/wallets-v2.json', (route) => route.abort());
  await open(page, server.origin);
  await page.getByRole('button', { name: 'Подключить кошелёк' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /Tonkeeper/ })).toBeVisible();
});

test('without any wallets list the wallet dialog says so, and shows it after a retry', async ({
  page,
  server,
}) => {
  const builtIn = codeOf('fallback-list');
  await page.route('**/wallets-v2.json', (route) => route.abort());
  await page.route(builtIn, (route) => route.abort());
  await open(page, server.origin);
  await page.getByRole('button', { name: 'Подключить кошелёк' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Не удалось загрузить список кошельков.');
  await page.unroute('**/wallets-v2.json');
  await sheet.getByRole('button', { name: 'Повторить' }).click();
  await expect(sheet.getByRole('button', { name: /Dev Wallet/ })).toBeVisible();
});
