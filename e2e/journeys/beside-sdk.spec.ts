import { resolve } from 'node:path';
import type { FrameLocator, Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { HostTrace } from '../fixtures/host-trace.ts';
import { becomeClient, clientSays, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { type StaticServer, serveFolder } from '../fixtures/static-server.ts';
import { test as base, expect } from '../fixtures/test.ts';

/*
 * An app that uses another SDK for Telegram, and our widget (e2e/beside-sdk). After the wallet
 * dialog has closed, Telegram's controls are as the app set them, and one press of Back closes one
 * layer.
 */

const test = base.extend<object, { app: StaticServer }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use, { workerIndex }) => {
      const outDir = resolve(import.meta.dirname, `../../build/beside-sdk/${workerIndex}`);
      await build({
        root: resolve(import.meta.dirname, '../beside-sdk'),
        configFile: false,
        logLevel: 'error',
        plugins: [react()],
        resolve: {
          conditions: ['prichal-source', 'module', 'browser', 'development|production'],
          // The version in this folder is older, for other tests.
          alias: {
            react: resolve(import.meta.dirname, '../../node_modules/react'),
            'react-dom': resolve(import.meta.dirname, '../../node_modules/react-dom'),
          },
        },
        build: { outDir, emptyOutDir: true },
      });
      const server = await serveFolder(outDir);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

// These SDKs need storage to start in a cross-site frame. Chromium's shell allows it.
test.use({ viewport: { width: 390, height: 740 } });

const WEB = 'https://web.telegram.org';
const APP = 'https://app.example.test';

interface Opened {
  readonly app: Page | FrameLocator;
  readonly trace: HostTrace;
  readonly errors: string[];
  pressBack(): Promise<void>;
}

type Open = (page: Page, server: StaticServer, sdk: string) => Promise<Opened>;

async function prepared(page: Page): Promise<Pick<Opened, 'trace' | 'errors'>> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route('**/wallets.json', (route) => route.fulfill({ json: [] }));
  return { trace: await HostTrace.of(page), errors };
}

/** In the WebView of Android, one object receives all messages. */
const inAndroid: Open = async (page, { origin }, sdk) => {
  const begun = await prepared(page);
  await becomeClient(page, NATIVE.android);
  await page.goto(`${origin}/?sdk=${sdk}${launchHash(NATIVE.android, { signature: 'x' })}`);
  return { ...begun, app: page, pressBack: () => clientSays(page, 'back_button_pressed') };
};

/** In Telegram Web, the app is a frame whose messages to its host cannot be recorded. */
const inWeb: Open = async (page, { origin }, sdk) => {
  const begun = await prepared(page);
  const hash = launchHash({ platform: 'weba', version: '9.1' }, { signature: 'x' });
  const src = `${APP}/?sdk=${sdk}${hash}`.replaceAll('&', '&amp;');
  await page.route(`${WEB}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe title="app" width="380" height="700" src="${src}"></iframe>`,
    }),
  );
  await page.route(`${APP}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/wallets.json') return route.fulfill({ json: [] });
    return route.fulfill({ response: await route.fetch({ url: origin + pathname }) });
  });
  await page.goto(WEB);
  const pressBack = () =>
    page.evaluate(() => {
      const frame = document.querySelector('iframe');
      frame?.contentWindow?.postMessage('{"eventType":"back_button_pressed"}', '*');
    });
  return { ...begun, app: page.frameLocator('iframe'), pressBack };
};

/** Kinds of client, and whether the SDK's messages to it can be recorded. */
const CASES: readonly [sdk: string, where: string, open: Open, isKnown: boolean][] = [
  ['official', 'Android', inAndroid, true],
  ['official', 'Telegram Web', inWeb, true],
  ['telegram-apps', 'Android', inAndroid, true],
  ['telegram-apps', 'Telegram Web', inWeb, false],
  ['tma', 'Android', inAndroid, true],
  ['tma', 'Telegram Web', inWeb, false],
];

for (const [sdk, where, open, isKnown] of CASES) {
  test(`with ${sdk} in ${where} a press of Back closes one layer and restores the state`, async ({
    page,
    app: server,
  }) => {
    const { app, trace, errors, pressBack } = await open(page, server, sdk);
    const said = (method: string) =>
      trace.lines
        .filter((line) => line.startsWith(`-> ${method} `))
        .at(-1)
        ?.slice(-6, -1);
    const back = () => said('web_app_setup_back_button');
    const swipe = () => said('web_app_setup_swipe_behavior');
    const sheet = app.getByRole('dialog');
    /**
     * Waits until the widget accepts Back. It ignores presses right after the wallet dialog has
     * opened or closed.
     */
    const unguarded = () => expect(app.locator('[data-press-guard]')).toHaveCount(0);
    const openSheet = async () => {
      await app.getByRole('button', { name: 'Connect wallet' }).click();
      await expect(sheet).toBeVisible();
      await unguarded();
    };

    await app.getByRole('button', { name: 'On', exact: true }).click();
    await app.getByRole('button', { name: 'Lock the swipe' }).click();
    await expect.poll(() => [back(), swipe()]).toEqual([':true', 'false']);

    await openSheet();
    await pressBack();
    await expect(sheet).toBeHidden();
    await expect(app.getByRole('heading', { name: 'The second page' })).toBeVisible();
    expect([back(), swipe()]).toEqual([':true', 'false']);

    await unguarded();
    await pressBack();
    await expect(app.getByRole('heading', { name: 'The first page' })).toBeVisible();
    await expect.poll(back).toBe('false');

    await openSheet();
    if (isKnown) {
      await expect.poll(back).toBe(':true');
      await pressBack();
    } else {
      await app.getByRole('dialog').press('Escape');
    }
    await expect(sheet).toBeHidden();
    await expect.poll(() => [back(), swipe()]).toEqual(['false', 'false']);
    expect(trace.count('web_app_expand')).toBe(0);
    expect(trace.lines.filter((line) => line.includes('_color'))).toEqual([]);
    expect(errors).toEqual([]);
  });
}
