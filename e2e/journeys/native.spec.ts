import type { Page } from '@playwright/test';
import { layoutShifts, watchLayoutShifts } from '../fixtures/app-shift.ts';
import { ENTRY, hold } from '../fixtures/held.ts';
import { HostTrace } from '../fixtures/host-trace.ts';
import { APP, loaded } from '../fixtures/loaded.ts';
import {
  becomeClient,
  clientSays,
  inFullscreen,
  type LaunchOptions,
  launchHash,
  NATIVE,
  type NativeClient,
  NIGHT,
} from '../fixtures/native-client.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 390, height: 740 } });

interface Opened {
  readonly trace: HostTrace;
  readonly errors: readonly string[];
}

/** Opens the app as a native client does. */
async function open(
  page: Page,
  origin: string,
  client: NativeClient,
  { path = '/', ...launch }: LaunchOptions & { readonly path?: string } = {},
): Promise<Opened> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await watchLayoutShifts(page);
  const trace = await HostTrace.of(page);
  await becomeClient(page, client);
  await page.goto(`${origin}${path}${launchHash(client, launch)}`);
  await expect(connectButton(page)).toBeEnabled();
  return { trace, errors };
}

const connectButton = (page: Page) => page.getByRole('button', { name: 'Подключить кошелёк' });

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

for (const [name, client] of Object.entries<NativeClient>(NATIVE)) {
  test(`starts in ${name} without layout shifts`, async ({ page, server }) => {
    const { trace, errors } = await open(page, server.origin, client);
    await expect.poll(() => trace.count('web_app_ready')).toBe(1);
    expect(trace.count('web_app_expand')).toBe(1);
    await loaded(page, APP);
    expect(await layoutShifts(page.mainFrame())).toEqual([]);
    expect(errors).toEqual([]);
  });
}

for (const [speed, delay] of Object.entries({ 'at once': 0, 'after the first paint': 120 })) {
  test(`a fullscreen launch that receives its insets ${speed} keeps clear of them without layout shifts`, async ({
    page,
    server,
  }) => {
    const client = inFullscreen({ ...NATIVE.ios, delay }, { notch: 47, controls: 46 });
    const { errors } = await open(page, server.origin, client, { fullscreen: true });
    await expect(page.locator('.header')).toHaveCSS('padding-top', '93px');
    await expect(connectButton(page)).toBeVisible();
    await loaded(page, APP);
    expect(await layoutShifts(page.mainFrame())).toEqual([]);
    expect(errors).toEqual([]);
  });
}

for (const [platform, height] of [
  ['web', '56px'],
  ['android', '46px'],
] as const) {
  test(`space for the buttons of ${platform} is reserved in fullscreen until the insets arrive`, async ({
    page,
    server,
  }) => {
    const client = { ...NATIVE.android, platform, answers: {} };
    await open(page, server.origin, client, { fullscreen: true });
    await expect(connectButton(page)).toBeVisible();
    await expect(page.locator('.header')).toHaveCSS('padding-top', height);
    await clientSays(page, 'content_safe_area_changed', { top: 60 });
    await expect(page.locator('.header')).toHaveCSS('padding-top', '60px');
  });
}

test('a proxy that never answers delays nothing', async ({ page, server }) => {
  const { errors } = await open(page, server.origin, { ...NATIVE.ios, answers: {} });
  await page.getByRole('link', { name: 'О нас' }).click();
  await expect(page.getByRole('heading', { name: 'О нас' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('answers that arrive three times count once', async ({ page, server }) => {
  const { trace, errors } = await open(page, server.origin, { ...NATIVE.android, times: 3 });
  await expect.poll(() => trace.count('web_app_ready')).toBe(1);
  await loaded(page, APP);
  expect(trace.count('web_app_request_theme')).toBe(1);
  expect(await layoutShifts(page.mainFrame())).toEqual([]);
  expect(errors).toEqual([]);
});

test('messages of the client before the bundle has loaded are kept', async ({ page, server }) => {
  const release = await hold(page, ENTRY);
  const opened = open(page, server.origin, {
    ...NATIVE.android,
    answers: {},
    early: [
      ['theme_changed', { theme_params: NIGHT }],
      ['viewport_changed', null],
    ],
  });
  // The skeleton is visible, and the bundle has not arrived.
  await expect(page.locator('.skip-link')).toBeAttached();
  release();
  const { errors } = await opened;
  await expect.poll(() => ground(page)).toBe('rgb(28, 28, 29)');
  expect(errors).toEqual([]);
});

test('events without data cause no errors', async ({ page, server }) => {
  const { errors } = await open(page, server.origin, NATIVE.macos);
  for (const event of [
    'theme_changed',
    'viewport_changed',
    'safe_area_changed',
    'content_safe_area_changed',
    'fullscreen_changed',
    'fullscreen_failed',
    'visibility_changed',
    'popup_closed',
    'settings_button_pressed',
    'nobody_knows_this',
  ]) {
    await clientSays(page, event, null);
    await clientSays(page, event, {});
    await clientSays(page, event, 'text');
  }
  await page.getByRole('link', { name: 'О нас' }).click();
  await clientSays(page, 'back_button_pressed', null);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(errors).toEqual([]);
});

test('Back leads home from a deep link in a WebView and keeps the document', async ({
  page,
  server,
}) => {
  await page.goto('about:blank');
  await open(page, server.origin, NATIVE.android, { path: '/wheel' });
  await clientSays(page, 'back_button_pressed', null);
  await expect.poll(() => page.url()).toContain(`${server.origin}/#`);
  await expect(connectButton(page)).toBeVisible();
});

for (const [startParam, path] of [
  ['wheel', '/wheel'],
  ['about', '/about'],
  ['buy-debug', '/buy-prichal'],
  ['ref_9', '/'],
] as const) {
  test(`startapp=${startParam} opens ${path}`, async ({ page, server }) => {
    await open(page, server.origin, NATIVE.tdesktop, { startParam });
    expect(new URL(page.url()).pathname).toBe(path);
  });
}

test('throwing storage causes no errors, and a reload keeps page and launch', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  const { trace, errors } = await open(page, server.origin, NATIVE.ios);
  await page.getByRole('link', { name: 'О нас' }).click();
  await expect(page.getByRole('heading', { name: 'О нас' })).toBeVisible();
  await page.reload();
  await expect(connectButton(page)).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'О нас' })).toBeVisible();
  await expect.poll(() => trace.count('web_app_ready')).toBe(2);
  expect(errors).toEqual([]);
});

test('a theme with numeric colours is accepted, and a new theme paints page and bars', async ({
  page,
  server,
}) => {
  const { trace } = await open(page, server.origin, NATIVE.macos);
  await expect.poll(() => ground(page)).toBe('rgb(239, 239, 244)');
  await clientSays(page, 'theme_changed', { theme_params: NIGHT });
  await expect.poll(() => ground(page)).toBe('rgb(28, 28, 29)');
  await expect
    .poll(() => trace.lines.slice(-3))
    .toEqual([
      '-> web_app_set_header_color {"color":"#1c1c1d"}',
      '-> web_app_set_background_color {"color":"#1c1c1d"}',
      '-> web_app_set_bottom_bar_color {"color":"#1d1d1d"}',
    ]);
});

test('a second press of Back right after the wallet dialog closes does not reach the app', async ({
  page,
  server,
}) => {
  const { errors } = await open(page, server.origin, NATIVE.android);
  await page.getByRole('link', { name: 'О нас' }).click();
  const about = page.getByRole('heading', { level: 1, name: 'О нас' });
  await expect(about).toBeVisible();
  await connectButton(page).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  const guarded = page.locator('[data-press-guard]');
  await expect(guarded).toHaveCount(0);
  await clientSays(page, 'back_button_pressed');
  await clientSays(page, 'back_button_pressed');
  await expect(sheet).toBeHidden();
  await expect(guarded).toHaveCount(0);
  await expect(about).toBeVisible();
  await clientSays(page, 'back_button_pressed');
  await expect(page.getByText('Торговый блок')).toBeVisible();
  expect(errors).toEqual([]);
});

test('Telegram’s bars dim with the page under a dialog in any theme, and brighten with it', async ({
  page,
  server,
}) => {
  const { trace } = await open(page, server.origin, NATIVE.ios);
  const bars = () =>
    ['header', 'bottom_bar'].map(
      (bar) =>
        trace.lines
          .findLast((line) => line.startsWith(`-> web_app_set_${bar}_color`))
          ?.match(/#[\da-f]{6}/)?.[0],
    );
  await expect.poll(bars).toEqual(['#efeff4', '#f2f2f2']);
  await connectButton(page).click();
  await expect.poll(bars).toEqual(['#8f8f92', '#919191']);
  await clientSays(page, 'theme_changed', { theme_params: NIGHT });
  await expect.poll(() => ground(page)).toBe('rgb(28, 28, 29)');
  await expect.poll(bars).not.toEqual(['#1c1c1d', '#1d1d1d']);
  await expect.poll(bars).not.toEqual(['#8f8f92', '#919191']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(bars).toEqual(['#1c1c1d', '#1d1d1d']);
});
