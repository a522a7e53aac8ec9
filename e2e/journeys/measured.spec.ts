import { HostTrace } from '../fixtures/host-trace.ts';
import { becomeClient, NATIVE } from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';
import { servePage } from '../perf/app-pages.ts';
import { launchAddress } from '../perf/app-visit.ts';

test.use({ viewport: { width: 390, height: 740 } });

/*
 * Checks the pages that `npm run perf:app` compares with ours. The comparison is worthless if one
 * of them is broken.
 */

test('the app on other libraries starts, reports its client, and has its four pages', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  // Tests must not contact other hosts. The widget has its own list.
  await page.route(/^https:/, (route) => route.abort());
  const trace = await HostTrace.of(page);
  await becomeClient(page, NATIVE.android);
  const peer = await servePage('peer');
  await page.goto(launchAddress(peer.origin));

  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(239, 239, 244)');
  for (const message of ['expand', 'ready', 'set_header_color']) {
    await expect.poll(() => trace.count(`web_app_${message}`)).toBe(1);
  }
  for (const [link, heading] of [
    ['О нас', 'О нас'],
    ['Купить Prichal', 'Купить Prichal'],
    ['Колесо фортуны', 'Крутись, колесо'],
    ['MP', 'Prichal'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
  }
  expect(errors).toEqual([]);
  await peer.stop();
});

for (const name of ['html', 'onefile'] as const) {
  test(`the plain HTML page looks like the app before its scripts (${name})`, async ({ page }) => {
    const html = await servePage(name);
    await page.goto(html.origin);
    await expect(page.locator('.header')).toHaveCSS('position', 'sticky');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(239, 239, 244)');
    await expect(page.locator('script')).toHaveCount(0);
    await html.stop();
  });
}

test('the page with only React renders', async ({ page }) => {
  const react = await servePage('react');
  await page.goto(react.origin);
  await expect(page.getByText('Hello')).toBeVisible();
  await react.stop();
});
