import { setTimeout as pause } from 'node:timers/promises';
import { devices } from '@playwright/test';
import type { TracedWindow } from '../fixtures/host-trace.ts';
import { clientScript, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { SLOW_NETWORK } from './slow-network.ts';
import { SHORT_ADDRESS, STORED_SESSION } from './stored-session.ts';
import type { Chromium, Screen, TabSession } from './tab.ts';
import { answerForeign, isStream } from './visit.ts';

/** Result of one start. Times are in ms since navigation. */
export interface Start {
  /** First contentful paint. */
  firstPaint: number;
  /**
   * The client has received the bars' colours, and the page has painted its own. If the page sends no colours: the page
   * has painted its own.
   */
  dressed: number;
  /** A frame contains the wallet's address. 0 if no wallet is connected. */
  address: number;
  /** The page asked the client to hide its loader. 0 if it did not. */
  ready: number;
  /** Sum of the parts of tasks beyond 50 ms, from navigation until the page is quiet. */
  blocking: number;
  /** The part of it after the first paint, as Lighthouse counts it. */
  blockingAfterPaint: number;
  longestTask: number;
  /** Encoded size, with headers. */
  bytes: number;
  /** Requests to other origins, without any press. */
  foreignRequests: number;
}

/** Time since navigation of the first message of each kind, and long tasks as [start, length]. */
interface Watched {
  told: Record<string, number>;
  tasks: [number, number][];
  address: number;
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Idle time after which a network has finished, in ms. */
const IDLE = 500;
/** Longest wait for that, in ms. */
const PATIENCE = 60_000;
/** Time for which a finished page is watched for late tasks and requests, in ms. */
const QUIET = 1500;
/** The blocking part of a task is its time beyond this, in ms. */
const SHORT_TASK = 50;

const { viewport, deviceScaleFactor, userAgent } = devices['Pixel 7'];
/** Screen of the Android client. */
export const PHONE: Screen = { ...viewport, deviceScaleFactor, mobile: true, userAgent };

const BARS = ['web_app_set_header_color', 'web_app_set_bottom_bar_color'];

/** Runs in the page before its own scripts. */
function watch(): void {
  const watched: Watched = { told: {}, tasks: [], address: 0 };
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

/** Runs in the page: restores the storage of a returning user and watches for the address. */
function comeBack(stored: Readonly<Record<string, string>>, shortAddress: string): void {
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  const looksLikeIt = new RegExp(shortAddress);
  const frame = (): void => {
    if (!looksLikeIt.test(document.querySelector('header')?.textContent ?? '')) {
      requestAnimationFrame(frame);
      return;
    }
    // A task after the frame's callback runs when the frame has been painted.
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      window.watched.address = performance.now();
    };
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(frame);
}

/** Returns the address with launch parameters that the strictest parsers accept. */
export const launchAddress = (origin: string): string =>
  `${origin}/${launchHash(NATIVE.android, { signature: 'x'.repeat(86) })}`;

interface Visit {
  origin: string;
  walletsList: string;
  /** Whether to wait for a button in the header. */
  button: boolean;
  /** Whether the storage contains a session. The address is awaited then. */
  returning?: boolean;
}

/**
 * Starts a page in its own tab, as on a phone with a slow network, and watches it until it is
 * quiet.
 * @throws if an expected button or address does not appear
 */
export async function visitStart(
  chromium: Chromium,
  { origin, walletsList, button, returning = false }: Visit,
): Promise<Start> {
  const { session, close } = await chromium.openTab(PHONE);
  await answerForeign(session, walletsList);
  const traffic = await watchTraffic(session, origin);
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  const stored = `(${comeBack})(${JSON.stringify(STORED_SESSION)}, ${JSON.stringify(SHORT_ADDRESS.source)})`;
  const scripts = [`(${watch})()`, clientScript(NATIVE.android), ...(returning ? [stored] : [])];
  for (const source of scripts) {
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  await session.send('Page.navigate', { url: launchAddress(origin) });
  await traffic.quiet();
  const isThere = ({ hasButton, address }: Look): boolean =>
    returning ? address > 0 : hasButton || !button;
  const deadline = Date.now() + PATIENCE;
  let seen: Look;
  do {
    // Measures for a fixed time, because late events cannot be awaited. On a busy machine the page may still be
    // starting.
    await pause(QUIET);
    seen = await look(session);
    if (Date.now() > deadline) {
      throw new Error(`${origin} has no ${returning ? 'address' : 'button'} in its header`);
    }
  } while (!isThere(seen));
  const { told, tasks, firstPaint, address } = seen;
  await close();
  const blocking = (from: number): number =>
    tasks
      .filter(([start]) => start >= from)
      .reduce((sum, [, length]) => sum + Math.max(0, length - SHORT_TASK), 0);
  return {
    firstPaint,
    dressed: Math.max(firstPaint, ...BARS.map((message) => told[message] ?? 0)),
    address,
    ready: told.web_app_ready ?? 0,
    blocking: blocking(0),
    blockingAfterPaint: blocking(firstPaint),
    longestTask: Math.max(0, ...tasks.map(([, length]) => length)),
    bytes: traffic.bytes(),
    foreignRequests: traffic.foreignRequests(),
  };
}

/** Records the tab's network traffic. */
async function watchTraffic(session: TabSession, origin: string) {
  let bytes = 0;
  let foreignRequests = 0;
  let changed = Date.now();
  const open = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // A bridge's stream never ends.
    if (!isStream(request.url)) open.add(requestId);
    changed = Date.now();
    if (!/^(data|blob):/.test(request.url) && !request.url.startsWith(origin)) foreignRequests += 1;
  });
  session.on('Network.webSocketCreated', () => {
    foreignRequests += 1;
  });
  const end = (requestId: string): void => {
    open.delete(requestId);
    changed = Date.now();
  };
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    end(requestId);
  });
  await session.send('Network.enable');
  return {
    bytes: () => bytes,
    foreignRequests: () => foreignRequests,
    /** @throws if requests stay open, or continue, for longer than {@link PATIENCE} */
    async quiet(): Promise<void> {
      const start = Date.now();
      while (open.size > 0 || Date.now() - changed < IDLE) {
        if (Date.now() - start > PATIENCE) throw new Error(`${origin} does not become quiet`);
        await pause(IDLE / 5);
      }
    },
  };
}

interface Look extends Watched {
  firstPaint: number;
  hasButton: boolean;
}

/** Reads the page's records at the end. */
async function look(session: TabSession): Promise<Look> {
  const ask = () => ({
    ...window.watched,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    hasButton: document.querySelector('header button:enabled') !== null,
  });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(${ask})()`,
    returnByValue: true,
  });
  return result.value;
}
