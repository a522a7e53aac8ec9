import { layoutShifts, watchLayoutShifts } from '../fixtures/app-shift.ts';
import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { codeOf, ENTRY, hold } from '../fixtures/held.ts';
import { HostTrace } from '../fixtures/host-trace.ts';
import { becomeClient, launchHash, NATIVE, NIGHT } from '../fixtures/native-client.ts';
import { servePagesInPieces } from '../fixtures/page-in-pieces.ts';
import { launchInTelegram } from '../fixtures/telegram-launch.ts';
import { expect, test } from '../fixtures/test.ts';

// The full browser blocks storage in cross-site frames.
test.use({ launchOptions: wholeChromiumLaunch });

test.use({ viewport: { width: 390, height: 740 } });

test('header, theme and bars are set and the client is notified without any bundle', async ({
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
  // All messages at the start, including the last one, and no others.
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

test('the client is notified once the page is visible, and not before', async ({
  page,
  server,
}) => {
  await becomeClient(page, NATIVE.android);
  await page.addInitScript(() => {
    const seen = { frames: 0 };
    const frame = () => {
      const header = document.querySelector('.header');
      // The header is sticky only with its style sheet. Without it, the page would be bare text.
      if (header && getComputedStyle(header).position === 'sticky') seen.frames += 1;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, {
      tellTrace: (type: string) => {
        if (type === 'web_app_ready') Object.assign(window, { framesAtReady: seen.frames });
      },
    });
  });
  // Without the bundle only the page is visible.
  await hold(page, ENTRY);
  await page.goto(`${server.origin}/${launchHash(NATIVE.android)}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'framesAtReady' in window);
  expect(await page.evaluate(() => Reflect.get(window, 'framesAtReady'))).toBeGreaterThan(0);
  expect(await page.evaluate(() => performance.getEntriesByName('web_app_ready').length)).toBe(1);
});

test('the first paint waits for no file', async ({ page, server }) => {
  await hold(page, /\/assets\//);
  await page.goto(`${server.origin}/${launchHash(NATIVE.android)}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByType('paint').length === 2);
  await expect(page.locator('.header')).toHaveCSS('position', 'sticky');
});

test('a half-received page stays hidden', async ({ page, server }) => {
  // In landscape, where a tab's text is next to its icon.
  await page.setViewportSize({ width: 390, height: 400 });
  const site = await servePagesInPieces(server.origin, '<span class="tab-label">');
  try {
    await watchLayoutShifts(page);
    await page.goto(`${site.origin}/${launchHash(NATIVE.ios)}`, { waitUntil: 'commit' });
    const firstTab = page.locator('.tab').first();
    await expect(firstTab).toBeAttached();
    await page.evaluate(async () => {
      for (let each = 0; each < 2; each++) await new Promise(requestAnimationFrame);
    });
    await expect(firstTab).toBeHidden();
    site.sendRest();
    await expect(firstTab).toBeVisible();
    await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
    expect(await layoutShifts(page.mainFrame())).toEqual([]);
  } finally {
    await site.stop();
  }
});

test('in the frame of Telegram Web the client is notified before the bundle arrives', async ({
  page,
  context,
  server,
}) => {
  // The sandbox waits for the app's header, which the held bundle would never make usable.
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
  test(`the code for ${path} ${startParam ?? ''} is requested in parallel with the bundle`, async ({
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

for (const [path, startParam, heading] of [
  ['/', undefined, 'Торговый блок'],
  ['/wheel', undefined, 'Крутись, колесо'],
  ['/buy-prichal', undefined, 'Купить Prichal'],
  ['/', 'about', 'О нас'],
  ['/no-such-page', undefined, 'Торговый блок'],
] as const) {
  test(`the text of ${path} ${startParam ?? ''} is visible before any code and does not move`, async ({
    page,
    server,
  }) => {
    await watchLayoutShifts(page);
    const releasePage = await hold(page, codeOf('(home|wheel|buy|about)'));
    const release = await hold(page, ENTRY);
    await page.goto(
      `${server.origin}${path}${launchHash(NATIVE.ios, startParam ? { startParam } : {})}`,
      { waitUntil: 'commit' },
    );
    const words = page.getByText(heading, { exact: true }).and(page.locator('h1, h2'));
    await expect(words).toBeVisible();
    const place = await words.boundingBox();
    release();
    // The app runs, and the page's code is late: its text stays visible.
    await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
    if (path !== '/no-such-page') expect(await words.boundingBox()).toEqual(place);
    releasePage();
    await expect(page.locator('#main > .page')).toBeVisible();
    await expect(page.locator('#main > .page')).toHaveCSS('animation-name', 'none');
    // The heading of the page's code replaces the skeleton's. Between two reads neither may exist.
    await expect.poll(() => words.boundingBox()).toEqual(place);
    expect(await layoutShifts(page.mainFrame())).toEqual([]);
  });
}

test("a page's code is requested at pointerdown", async ({ page, server }) => {
  await page.goto(`${server.origin}/${launchHash(NATIVE.ios)}`);
  await expect(page.getByRole('button', { name: 'Подключить кошелёк' })).toBeEnabled();
  const asked = page.waitForRequest(codeOf('wheel'));
  await page.getByRole('link', { name: 'Колесо фортуны' }).dispatchEvent('pointerdown');
  await asked;
  expect(new URL(page.url()).pathname).toBe('/');
});
