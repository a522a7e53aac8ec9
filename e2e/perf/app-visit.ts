import type { Browser, CDPSession, Page } from '@playwright/test';
import { devices } from '@playwright/test';
import type { TracedWindow } from '../fixtures/host-trace.ts';
import { becomeClient, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { answerForeign } from './visit.ts';

/** What one start gave; times in ms since navigation. */
export interface Start {
  /** First contentful paint. */
  firstPaint: number;
  /** The client knows the bars' colours and the page has painted its own; just painted, for a page that tells nothing. */
  dressed: number;
  /** When the client was told to take its loader away; 0 when it was not. */
  ready: number;
  /** What tasks took beyond 50 ms each, from navigation until the page is quiet. */
  blocking: number;
  /** The part of it after the first paint, which is how Lighthouse counts. */
  blockingAfterPaint: number;
  longestTask: number;
  /** Encoded, with headers. */
  bytes: number;
  /** Requests to other origins; nobody has pressed anything. */
  foreignRequests: number;
}

/** Time since navigation when each message was first sent, and long tasks as [start, length]. */
interface Watched {
  told: Record<string, number>;
  tasks: [number, number][];
}

declare global {
  interface Window {
    watched: Watched;
  }
}

const CPU_SLOWDOWN = 4;
/** 1.6 Mbit/s and 150 ms from request to answer. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** How long a page that loads nothing any more is watched for late tasks and requests, ms. */
const QUIET = 1500;
/** The blocking part of a task is what it takes beyond this, ms. */
const SHORT_TASK = 50;

const BARS = ['web_app_set_header_color', 'web_app_set_bottom_bar_color'];

/** Runs in the page before anything of its own. */
function watch(): void {
  const watched: Watched = { told: {}, tasks: [] };
  window.watched = watched;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      watched.tasks.push([startTime, duration]);
    }
  }).observe({ type: 'longtask', buffered: true });
  (window as TracedWindow).tellTrace = async (type) => {
    watched.told[type] ??= performance.now();
  };
}

/** A tab in the Android client, as slow as a phone behind a slow network. */
export async function openPhone(browser: Browser): Promise<{ page: Page; client: CDPSession }> {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', NETWORK);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, client };
}

/** The address with launch parameters that the strictest reader takes. */
export const launchAddress = (origin: string): string =>
  `${origin}/${launchHash(NATIVE.android, { signature: 'x'.repeat(86) })}`;

/**
 * Starts a page in a tab of its own and watches it until it is quiet.
 * @throws when `button` is awaited and does not come
 */
export async function visitStart(
  browser: Browser,
  { origin, walletsList, button }: { origin: string; walletsList: string; button: boolean },
): Promise<Start> {
  const { page, client } = await openPhone(browser);
  await answerForeign(client, walletsList);
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  let foreignRequests = 0;
  page.on('request', (request) => {
    const url = request.url();
    if (/^(http|ws)/.test(url) && !url.startsWith(origin)) foreignRequests += 1;
  });
  await page.addInitScript(watch);
  await becomeClient(page, NATIVE.android);

  await page.goto(launchAddress(origin), { waitUntil: 'networkidle' });
  if (button) await page.locator('header button:enabled').waitFor();
  // Measured for as long as this: what does not come in it cannot be waited for.
  await page.waitForTimeout(QUIET);

  const { told, tasks, firstPaint } = await page.evaluate(() => ({
    ...window.watched,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await page.context().close();
  const blocking = (from: number): number =>
    tasks
      .filter(([start]) => start >= from)
      .reduce((sum, [, length]) => sum + Math.max(0, length - SHORT_TASK), 0);
  return {
    firstPaint,
    dressed: Math.max(firstPaint, ...BARS.map((message) => told[message] ?? 0)),
    ready: told.web_app_ready ?? 0,
    blocking: blocking(0),
    blockingAfterPaint: blocking(firstPaint),
    longestTask: Math.max(0, ...tasks.map(([, length]) => length)),
    bytes,
    foreignRequests,
  };
}
