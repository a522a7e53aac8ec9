import { setTimeout as pause } from 'node:timers/promises';
import { devices } from '@playwright/test';
import type { TracedWindow } from '../fixtures/host-trace.ts';
import { clientScript, launchHash, NATIVE } from '../fixtures/native-client.ts';
import { SLOW_NETWORK } from './slow-network.ts';
import { SHORT_ADDRESS, STORED_SESSION } from './stored-session.ts';
import type { Chromium, Screen, TabSession } from './tab.ts';
import { answerForeign, isStream } from './visit.ts';

/** What one start gave; times in ms since navigation. */
export interface Start {
  /** First contentful paint. */
  firstPaint: number;
  /** The client knows the bars' colours and the page has painted its own; just painted, for a page that tells nothing. */
  dressed: number;
  /** The wallet's address is in a frame; 0 for who has none connected. */
  address: number;
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
  address: number;
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** A network on which nothing has happened for so long has nothing more to do, ms. */
const IDLE = 500;
/** Longest wait for that, ms. */
const PATIENCE = 60_000;
/** How long a page that loads nothing any more is watched for late tasks and requests, ms. */
const QUIET = 1500;
/** The blocking part of a task is what it takes beyond this, ms. */
const SHORT_TASK = 50;

const { viewport, deviceScaleFactor, userAgent } = devices['Pixel 7'];
const PHONE: Screen = { ...viewport, deviceScaleFactor, mobile: true, userAgent };

const BARS = ['web_app_set_header_color', 'web_app_set_bottom_bar_color'];

/** Runs in the page before anything of its own. */
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

/** Runs in the page too: the visitor comes back, with this in storage, and looks for the address. */
function comeBack(stored: Readonly<Record<string, string>>, shortAddress: string): void {
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  const looksLikeIt = new RegExp(shortAddress);
  const frame = (): void => {
    if (!looksLikeIt.test(document.querySelector('header')?.textContent ?? '')) {
      requestAnimationFrame(frame);
      return;
    }
    // A task after the frame's own: it has been painted by then.
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      window.watched.address = performance.now();
    };
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(frame);
}

/** The address with launch parameters that the strictest reader takes. */
export const launchAddress = (origin: string): string =>
  `${origin}/${launchHash(NATIVE.android, { signature: 'x'.repeat(86) })}`;

interface Visit {
  origin: string;
  walletsList: string;
  /** Whether a button in the header is waited for. */
  button: boolean;
  /** With a session in storage; the address is waited for then. */
  returning?: boolean;
}

/**
 * Starts a page in a tab of its own, a phone's behind a slow network, and watches it until it is quiet.
 * @throws when the button or the address is awaited and does not come
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
    // Measured for as long as this: what does not come in it cannot be waited for. But on a busy machine
    // what was seen so far may be less than the page's beginning.
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

/** What goes over the tab's network. */
async function watchTraffic(session: TabSession, origin: string) {
  let bytes = 0;
  let foreignRequests = 0;
  let changed = Date.now();
  const open = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // A bridge's stream is never over.
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
    /** @throws when requests stay open, or go on coming, for longer than {@link PATIENCE} */
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

/** Asks the page, when all is over. */
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
