/* The site in Chromium, from the real server: display, accessibility, typing and clicking. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumLaunch } from '../fixtures/chromium.ts';
import type { Server } from '../fixtures/server.ts';
import { serveSite } from './served-site.ts';

/** One page of each kind, alternating between the languages. */
const PAGES = [
  '/',
  '/ru/',
  '/ru/builder/',
  '/builder/',
  '/reference/configuration/bridge',
  '/ru/reference/errors',
];

let server: Server;
let browser: Browser;
before(async () => {
  [server, browser] = await Promise.all([serveSite(), chromium.launch(chromiumLaunch)]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a page of the site and records its errors. `busy`: the browser is never idle. */
async function open(
  path: string,
  { width = 1280, dark = false, busy = false } = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (busy) await page.addInitScript('window.requestIdleCallback = () => 0');
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin)) {
      problems.push(`asks ${request.url()}`);
    }
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(server.origin + path, { waitUntil: 'networkidle' });
  return { page, problems };
}

for (const path of PAGES) {
  test(`${path}: no axe problems in light and dark, and no third-party requests`, async () => {
    for (const dark of [false, true]) {
      const { page, problems } = await open(path, { dark });
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
        [],
      );
      assert.deepEqual(problems, []);
      await page.context().close();
    }
  });

  test(`${path}: as wide as the window, from 320 to 1280`, async () => {
    const { page } = await open(path, { width: 320 });
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // Parts of the bar appear and disappear a few frames after a change of the width.
      await page
        .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, {
          timeout: 5000,
        })
        .catch(() => assert.fail(`wider than ${width} px`));
    }
    await page.context().close();
  });
}

test('the front page’s button opens this site’s wallets', async () => {
  for (const [path, name, wallet] of [
    ['/', 'Connect wallet', 'Tonkeeper'],
    ['/ru/', 'Подключить кошелёк', 'Tonkeeper'],
  ] as const) {
    const { page } = await open(path, { width: 390 });
    await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByText(wallet).first().waitFor();
    await page.keyboard.press('Escape');
    await page.context().close();
  }
});

test('search works in both languages by keyboard', async () => {
  for (const [path, words, found] of [
    ['/reference/', 'heartbeat stream', 'bridge.heartbeat'],
    ['/ru/reference/', 'медленного читателя', 'bridge.'],
  ] as const) {
    const { page, problems } = await open(path);
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(words);
    const first = page.locator('.VPLocalSearchBox .result').first();
    await first.waitFor();
    assert.ok((await page.locator('.VPLocalSearchBox .results').innerText()).includes(found));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== path);
    assert.deepEqual(problems, []);
    await page.context().close();
  }
});

for (const busy of [false, true]) {
  const phone = busy ? 'phone that is never idle' : 'phone';

  test(`on a ${phone} the site's menu opens and navigates`, async () => {
    const { page, problems } = await open('/ru/reference/errors', { width: 390, busy });
    await page.getByRole('button', { name: 'mobile navigation' }).click();
    await page.locator('.VPNavScreen').getByRole('link', { name: 'Сборка' }).click();
    await page.waitForURL('**/ru/builder/');
    await page.locator('.builder h1').waitFor();
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  test(`on a ${phone} the menus of pages and of headings open and navigate`, async () => {
    const { page, problems } = await open('/ru/reference/errors', { width: 390, busy });
    await page.locator('.VPLocalNav').getByRole('button', { name: 'Страницы' }).click();
    await page.locator('.VPSidebar.open').getByRole('link', { name: 'Метрики' }).click();
    await page.waitForURL('**/ru/reference/metrics');
    await page.locator('.VPLocalNav').getByRole('button', { name: 'На этой странице' }).click();
    await page.locator('.VPLocalNavOutlineDropdown .outline-link').first().click();
    await page.waitForURL((url) => url.hash !== '');
    assert.deepEqual(problems, []);
    await page.context().close();
  });
}

test('an open page lists its headings', async () => {
  const { page } = await open('/reference/errors');
  const headings = await page.locator('.vp-doc :is(h2, h3)').count();
  assert.equal(await page.locator('.VPDocAside .outline-link').count(), headings);
  await page.context().close();
});
