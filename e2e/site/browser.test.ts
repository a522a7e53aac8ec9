/* The site in Chromium on the real server: rendering, accessibility, search and menus. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumLaunch } from '../fixtures/chromium.ts';
import type { Server } from '../fixtures/server.ts';
import { serveSite } from './served-site.ts';

/** One page of each kind, some in English and some in Russian. */
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

/** Opens a page. Returns it with its failed requests and errors. `busy`: the browser is never idle. */
async function open(
  path: string,
  { width = 1280, dark = false, busy = false, touch = false } = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    hasTouch: touch,
    isMobile: touch,
  });
  const page = await context.newPage();
  if (busy) await page.addInitScript('window.requestIdleCallback = () => 0');
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin)) {
      problems.push(`requests ${request.url()}`);
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
  test(`${path} passes axe in both themes and makes no requests to other hosts`, async () => {
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

  test(`${path} does not scroll sideways from 320 to 1280 px`, async () => {
    const { page } = await open(path, { width: 320 });
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // The bar changes in the frames after the width.
      await page
        .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, {
          timeout: 5000,
        })
        .catch(() => assert.fail(`wider than ${width} px`));
    }
    await page.context().close();
  });
}

test('the button of the front page opens the wallets list of the site', async () => {
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

test('the front page shows one picture of the dialog, of its theme and language', async () => {
  for (const dark of [false, true]) {
    for (const [path, language] of [
      ['/', 'en'],
      ['/ru/', 'ru'],
    ] as const) {
      const { page } = await open(path, { dark });
      const picture = page.getByRole('img', { name: /^(The wallet dialog|Окно выбора кошелька)/ });
      assert.equal(
        new URL((await picture.getAttribute('src')) ?? '', server.origin).pathname,
        `/pictures/dialog-${dark ? 'dark' : 'light'}-${language}.webp`,
      );
      const shape = await picture.evaluate((element) => {
        const { naturalWidth, naturalHeight, width, height } = element as HTMLImageElement;
        return { natural: naturalWidth / naturalHeight, shown: width / height };
      });
      assert.ok(Math.abs(shape.natural - shape.shown) < 0.01, JSON.stringify(shape));
      await page.context().close();
    }
  }
});

test('the front page copies the install command and says what it needs', async () => {
  const { page } = await open('/');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const install = page.locator('.front-install');
  await install.getByRole('button', { name: 'Copy' }).click();
  await install.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await install.locator('code').innerText());
  await page.getByText('the packages are not on npm yet').waitFor();
  await page.context().close();
});

test('tiles of the front page fill their rows from 320 to 1920 px', async () => {
  const { page } = await open('/');
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const lists = await page
      .locator('.front ul')
      .evaluateAll((all) =>
        all.map((list) => [...list.children].map((tile) => tile.getBoundingClientRect().top)),
      );
    for (const tops of lists) {
      const rows = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
      assert.equal(new Set(rows).size, 1, `${width} px: rows of ${rows.join(', ')} tiles`);
    }
  }
  await page.context().close();
});

test('the foot of the front page has the licence, the version and no example address', async () => {
  for (const path of ['/', '/ru/']) {
    const { page } = await open(path);
    const foot = page.getByRole('contentinfo');
    assert.match(await foot.innerText(), /Apache-2\.0.* \d+\.\d+\.\d+/);
    assert.equal(await foot.locator('a[href*="example"]').count(), 0);
    await page.context().close();
  }
});

test('the search shows excerpts and opens a result with the keyboard', async () => {
  for (const [path, words, found] of [
    ['/reference/', 'heartbeat stream', 'bridge.heartbeat'],
    ['/ru/reference/', 'медленного читателя', 'bridge.'],
  ] as const) {
    const { page, problems } = await open(path);
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(words);
    const results = page.locator('.search-results');
    await results.getByRole('link').first().waitFor();
    assert.ok((await results.innerText()).includes(found));
    assert.ok((await results.locator('.search-excerpt mark').count()) > 0);
    const { violations } = await new AxeBuilder({ page }).include('.search-box').analyze();
    assert.deepEqual(
      violations.map(({ id }) => id),
      [],
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== path);
    assert.deepEqual(problems, []);
    await page.context().close();
  }
});

for (const busy of [false, true]) {
  const phone = busy ? 'phone that is never idle' : 'phone';

  test(`on a ${phone} the menu of the site opens a section`, async () => {
    const { page, problems } = await open('/ru/reference/errors', { width: 390, busy });
    await page.getByRole('button', { name: 'mobile navigation' }).click();
    await page.locator('.VPNavScreen').getByRole('link', { name: 'Конструктор' }).click();
    await page.waitForURL('**/ru/builder/');
    await page.locator('.builder h1').waitFor();
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  test(`on a ${phone} the menus of pages and of headings open a page and a heading`, async () => {
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

test('a page lists its headings at its side', async () => {
  const { page } = await open('/reference/errors');
  const headings = await page.locator('.vp-doc :is(h2, h3)').count();
  assert.equal(await page.locator('.VPDocAside .outline-link').count(), headings);
  await page.context().close();
});

/** Colours of the text in the code blocks of a page. */
const coloursOfCode = (page: Page): Promise<string[]> =>
  page
    .locator('.vp-code span')
    .evaluateAll((spans) => [
      ...new Set(
        spans
          .filter((span) => span.childElementCount === 0 && span.textContent?.trim())
          .map((span) => getComputedStyle(span).color),
      ),
    ]);

test('code has colours in both themes', async () => {
  for (const dark of [false, true]) {
    const { page } = await open('/start/widget', { dark });
    const colours = await coloursOfCode(page);
    assert.ok(colours.length >= 5, `${dark ? 'dark' : 'light'}: ${colours.join(', ')}`);
    await page.context().close();
  }
});

test('code of 78 columns fits at 1280 px', async () => {
  for (const path of ['/start/app', '/ru/start/app', '/guide/recipes/front-ends']) {
    const { page } = await open(path);
    const cut = await page
      .locator('.vp-doc [class*="language-"] pre')
      .evaluateAll((blocks) =>
        blocks
          .filter((block) => block.scrollWidth > block.clientWidth)
          .map((block) => block.textContent?.slice(0, 60)),
      );
    assert.deepEqual(cut, [], path);
    await page.context().close();
  }
});

test('copy buttons are visible on a touch screen', async () => {
  const { page } = await open('/start/widget', { width: 390, touch: true });
  const opacities = await page
    .locator('button.copy')
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).opacity));
  assert.ok(opacities.length > 0);
  assert.deepEqual([...new Set(opacities)], ['1']);
  await page.context().close();
});

test('the description of each metric is visible at 1280 px', async () => {
  for (const path of ['/reference/metrics', '/ru/reference/metrics']) {
    const { page } = await open(path);
    const hidden = await page.locator('.vp-doc .table-scroll').evaluateAll((tables) =>
      tables.flatMap((table) => {
        const edge = table.getBoundingClientRect().right + 1;
        return [...table.querySelectorAll('td:nth-child(2)')]
          .filter((cell) => cell.getBoundingClientRect().right > edge)
          .map((cell) => cell.textContent);
      }),
    );
    assert.deepEqual(hidden, [], path);
    await page.context().close();
  }
});

test('nothing moves when the scripts of a page start', async () => {
  for (const [width, height] of [
    [320, 640],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    for (const path of ['/ru/', '/widget/', '/ru/start/', '/builder/']) {
      const context = await browser.newContext({ viewport: { width, height } });
      const page = await context.newPage();
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) shifts.push(startTime);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(`${server.origin}${path}`, { waitUntil: 'networkidle' });
      // Vue sets the property when it has taken over the page.
      await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
      const shifts = await page.evaluate(
        () =>
          new Promise<number>((done) => {
            requestAnimationFrame(() =>
              requestAnimationFrame(() =>
                done((window as unknown as { shifts: number[] }).shifts.length),
              ),
            );
          }),
      );
      assert.equal(shifts, 0, `${path} at ${width} px`);
      await context.close();
    }
  }
});

test('every section is in the bar at 1280 px and in the menu of a phone', async () => {
  for (const prefix of ['', '/ru']) {
    const sections = ['start', 'widget', 'guide', 'operations', 'security', 'reference', 'builder'];
    const { page } = await open(`${prefix}/operations/`);
    const last = await page.locator('.VPNavBarAppearance').boundingBox();
    assert.ok(last !== null && last.x + last.width <= 1280, 'the bar is wider than the window');
    for (const section of sections) {
      const link = page.locator(`.VPNavBarMenu > a[href="${prefix}/${section}/"]`);
      assert.ok(await link.isVisible(), `${prefix}/${section}/`);
    }
    await page.context().close();
    const { page: phone } = await open(`${prefix}/`, { width: 390 });
    await phone.getByRole('button', { name: 'mobile navigation' }).click();
    for (const path of [...sections.map((section) => `${section}/`), 'troubleshooting', 'faq']) {
      const link = phone.locator(`.VPNavScreen a[href="${prefix}/${path}"]`);
      await link.waitFor({ state: 'visible' });
    }
    await phone.context().close();
  }
});

test('an unknown Russian address gets the Russian page', async () => {
  const { page } = await open('/ru/404');
  await page.getByRole('heading', { name: 'Страница не найдена' }).waitFor();
  await page.context().close();
});
