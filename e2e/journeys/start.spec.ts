import { codeOf, ENTRY, hold } from '../fixtures/held.ts';
import { HostTrace } from '../fixtures/host-trace.ts';
import { becomeClient, launchHash, NATIVE, NIGHT } from '../fixtures/native-client.ts';
import { launchInTelegram } from '../fixtures/telegram-launch.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 390, height: 740 } });

test('header, theme and bars stand, and the client is told, while no bundle is there', async ({
  page,
  server,
}) => {
  await hold(page, ENTRY);
  const trace = await HostTrace.of(page);
  await becomeClient(page, { ...NATIVE.ios, answers: {} });
  await page.goto(`${server.origin}/${launchHash(NATIVE.ios, { theme: NIGHT })}`, {
    waitUntil: 'commit',
  });
  await expect(page.locator('.header')).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(28, 28, 29)');
  // Everything that is said at the start, the last word included, with nothing in between.
  await expect
    .poll(() => trace.lines)
    .toEqual([
      '-> web_app_expand',
      '-> web_app_request_theme',
      '-> web_app_set_header_color {"color":"#1c1c1d"}',
      '-> web_app_set_background_color {"color":"#1c1c1d"}',
      '-> web_app_set_bottom_bar_color {"color":"#1d1d1d"}',
      '-> web_app_request_viewport',
      '-> web_app_request_safe_area',
      '-> web_app_request_content_safe_area',
      '-> web_app_ready',
    ]);
});

test('the client is told when there is something to see, and not before', async ({
  page,
  server,
}) => {
  const release = await hold(page, /\/assets\/index-[^/]*\.css$/);
  const trace = await HostTrace.of(page);
  await becomeClient(page, NATIVE.android);
  await page.goto(`${server.origin}/${launchHash(NATIVE.android)}`, { waitUntil: 'commit' });
  await expect.poll(() => trace.count('web_app_expand')).toBe(1);
  // Without its style sheet nothing is painted, so the client keeps its loader.
  await expect(page.locator('.header')).toBeAttached();
  expect(trace.count('web_app_ready')).toBe(0);
  release();
  await expect.poll(() => trace.count('web_app_ready')).toBe(1);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('web_app_ready').length))
    .toBe(1);
});

test('the same in the frame of Telegram Web', async ({ page, context, server }) => {
  // The stand waits for the app's header, which the held bundle would never let it use.
  const release = await hold(page, ENTRY);
  const launching = launchInTelegram({ page, context }, server.origin, { settings: {} });
  const frame = page.frameLocator('iframe[title="Mini app"]');
  await expect(frame.locator('.header')).toBeVisible();
  release();
  const { trace } = await launching;
  expect(trace.lines.slice(0, 3)).toEqual([
    '-> iframe_ready {"reload_supported":true}',
    '-> web_app_expand',
    '-> web_app_request_theme',
  ]);
});

for (const [path, startParam, file] of [
  ['/', undefined, 'home'],
  ['/wheel', undefined, 'wheel'],
  ['/buy-prichal', undefined, 'buy'],
  ['/', 'about', 'about'],
] as const) {
  test(`the code for ${path} ${startParam ?? ''} is asked for beside the bundle`, async ({
    page,
    server,
  }) => {
    await hold(page, ENTRY);
    const asked = page.waitForRequest(codeOf(file));
    await page.goto(
      `${server.origin}${path}${launchHash(NATIVE.ios, startParam ? { startParam } : {})}`,
      { waitUntil: 'commit' },
    );
    await asked;
  });
}

test("a page's code is asked for when the finger is down", async ({ page, server }) => {
  await page.goto(`${server.origin}/${launchHash(NATIVE.ios)}`);
  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
  const asked = page.waitForRequest(codeOf('wheel'));
  await page.getByRole('link', { name: 'Колесо фортуны' }).dispatchEvent('pointerdown');
  await asked;
  expect(new URL(page.url()).pathname).toBe('/');
});
