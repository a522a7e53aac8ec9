import { resolve } from 'node:path';
import { type BrowserContext, chromium, devices, expect, type Page } from '@playwright/test';
import { minify } from 'terser';
import { build, type Rolldown } from 'vite';
import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import type { TracedWindow } from '../fixtures/host-trace.ts';
import { becomeClient, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { contentType } from '../fixtures/static-server.ts';
import { gzip } from './bundle.ts';
import { SLOW_NETWORK } from './slow-network.ts';
import { SHORT_ADDRESS } from './stored-session.ts';
import { CPU_SLOWDOWN } from './tab.ts';

const root = resolve(import.meta.dirname, '../..');
const app = resolve(root, 'app');

/** Longest wait for an element, in ms. */
const PATIENCE = 60_000;

/** A file that a user's page requested, in order of request. */
export interface Download {
  readonly name: string;
  /** Size of the whole file. */
  readonly gzip: number;
  /** The widget's part: without React, the shell and the pages. */
  readonly widget: number;
}

export interface VisitorBytes {
  /** Downloads of a user with a connected wallet, until the address is in the header. */
  readonly returning: readonly Download[];
  /** Downloads of a new user on a phone in Telegram, until a wallet is connected. */
  readonly newcomer: readonly Download[];
}

type Output = Rolldown.RolldownOutput['output'];

/** Modules that the page would load without the widget: React, the shell, the pages, Telegram. */
const WITHOUT_WIDGET =
  /^\0|^vite\/|\/node_modules\/(react|react-dom|scheduler)\/|\/telegram\/src\/|\/app\/(src\/(?!wallet\/)|index\.html)/;

/** Builds the app like `npm run build:app`, into a separate folder. */
async function buildApp(outDir: string): Promise<Output> {
  const result = await build({
    root: app,
    configFile: resolve(app, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  if (!('output' in result)) throw new Error('one build of the app was expected');
  return result.output;
}

/** Minifies a part of a chunk as in the chunk. */
async function minified(code: string | null): Promise<string> {
  // Keeps unused names, because the rest of the chunk uses them.
  const options = { compress: { passes: 3 }, mangle: { toplevel: true }, toplevel: false };
  return (await minify(code ?? '', options)).code ?? '';
}

/**
 * Returns the widget's part of a file's size. In files that the page loads anyway for React and the
 * shell, it is the size of the widget's sources, compressed separately. All other files count
 * completely if they contain any module of the widget.
 */
async function widgetBytes(output: Output): Promise<(path: string, size: number) => number> {
  const page = output.find(({ fileName }) => fileName === 'index.html');
  const html = page?.type === 'asset' ? String(page.source) : '';
  // The page names its script, whose imports are loaded with it.
  const anyway = new Set(
    Array.from(html.matchAll(/\b(?:src|href)="([^"]+)"/g), ([, file]) => file),
  );
  const bytes = new Map<string, (size: number) => number>();
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue;
    const ofWidget = Object.entries(chunk.modules).filter(([id]) => !WITHOUT_WIDGET.test(id));
    const sources = await minified(ofWidget.map(([, { code }]) => code).join(''));
    for (const name of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) {
      const path = `/${name}`;
      if (ofWidget.length === 0) bytes.set(path, () => 0);
      else if (anyway.has(path)) bytes.set(path, () => gzip(sources));
    }
  }
  return (path, size) => {
    if (path === '/' || contentType(path).startsWith('image/')) return 0;
    return bytes.get(path)?.(size) ?? size;
  };
}

/**
 * Records the time at which the page first contains an address. It does not use animation frames: React may
 * write the address later in the same frame. The next frame would then be recorded, and the files that the widget
 * requests after the paint would count.
 */
function watchAddress(shortAddress: string): void {
  const looksLikeIt = new RegExp(shortAddress);
  const observer = new MutationObserver(() => {
    if (!looksLikeIt.test(document.querySelector('header')?.textContent ?? '')) return;
    observer.disconnect();
    window.addressShown = performance.now();
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}

declare global {
  interface Window {
    addressShown?: number;
  }
}

/** Opens a page in the Android client, on a slow phone with a slow network. */
async function openPage(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await becomeClient(page, NATIVE.android);
  await page.addInitScript(watchAddress, SHORT_ADDRESS.source);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

/** Returns the paths on the page's origin that were requested before the address was shown. */
async function askedUntilAddress(page: Page): Promise<string[]> {
  await page.waitForFunction(() => window.addressShown !== undefined);
  // Requests still in progress count as well.
  await page.waitForLoadState('networkidle');
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= (window.addressShown ?? 0))
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
  );
}

const launch = (origin: string): string => `${origin}/${launchHash(NATIVE.android)}`;

/** Connects the dev wallet as a user on a phone does, and leaves the session in the context. */
async function connect(context: BrowserContext, origin: string): Promise<string[]> {
  const page = await openPage(context);
  let link = '';
  await page.exposeBinding('tellTrace' satisfies keyof TracedWindow, (_, type, data) => {
    if (type === 'web_app_open_link') link = data.url;
  });
  await page.goto(launch(origin));
  const button = page.getByRole('button', { name: 'Подключить кошелёк' });
  await button.and(page.locator(':enabled')).waitFor();
  // Users do not press at once, so everything that loads without a press has arrived.
  await page.waitForLoadState('networkidle');
  await button.click();
  await page.getByRole('button', { name: /Dev Wallet/ }).click();
  // If the SDK has not arrived yet, the wallet's screen needs another press.
  const open = page.getByRole('button', { name: 'Открыть Dev Wallet', exact: true });
  await open.or(page.getByRole('button', { name: 'Открыть Dev Wallet ещё раз' })).waitFor();
  if (await open.isVisible()) await open.click();
  await expect
    .poll(() => link, { message: 'the wallet was opened', timeout: PATIENCE })
    .not.toBe('');
  const wallet = await context.newPage();
  await wallet.goto(link);
  await wallet.getByRole('button', { name: 'Approve' }).click();
  return askedUntilAddress(page);
}

async function returnTo(context: BrowserContext, origin: string): Promise<string[]> {
  const page = await openPage(context);
  await page.goto(launch(origin));
  return askedUntilAddress(page);
}

/** Returns the sizes of the server's answers. Omits paths that are not files (the bridge's). */
async function downloads(
  paths: readonly string[],
  server: Server,
  widgetOf: (path: string, size: number) => number,
): Promise<Download[]> {
  const files: Download[] = [];
  for (const path of new Set(['/', ...paths])) {
    if (path.startsWith('/bridge')) continue;
    const answer = await fetch(`${server.origin}${path}`);
    if (!answer.ok) throw new Error(`${path}: the server answers ${answer.status}`);
    const size = gzip(new Uint8Array(await answer.arrayBuffer()));
    files.push({ name: path, gzip: size, widget: widgetOf(path, size) });
  }
  return files;
}

/**
 * Builds the app, serves it with the real server, and simulates two visits, each with an empty
 * cache, in the Android client on a slow phone.
 * @throws if the server is not built, or an address does not appear
 */
export async function visitorBytes(): Promise<VisitorBytes> {
  const folder = resolve(root, 'build/perf/app');
  const widgetOf = await widgetBytes(await buildApp(folder));
  const server = await startServer(['--web', folder]);
  const browser = await chromium.launch(wholeChromiumLaunch);
  try {
    const first = await browser.newContext(devices['Pixel 7']);
    const newcomer = await connect(first, server.origin);
    const storageState = await first.storageState();
    await first.close();
    const second = await browser.newContext({ ...devices['Pixel 7'], storageState });
    const returning = await returnTo(second, server.origin);
    return {
      newcomer: await downloads(newcomer, server, widgetOf),
      returning: await downloads(returning, server, widgetOf),
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}
