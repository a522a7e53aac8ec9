import { setTimeout as pause } from 'node:timers/promises';
import type { TabSession } from './tab.ts';

/** Result of one visit. */
export interface Figures {
  /** Time from navigation to a frame with the button, in ms. */
  buttonVisible: number;
  /** Time from the click to a frame with the wallet dialog and its readable title, in ms. */
  sheetPainted: number;
  /** Time from the click to a frame with a wallet in the dialog, in ms. */
  walletsPainted: number;
  /** Time from the click to a frame with the QR code, in ms. 0 if there is none. */
  codePainted: number;
  /** Requests to other origins before the click. */
  foreignRequests: number;
  /** Event streams opened after it. */
  streams: number;
}

/** CPU time of the page from the press until the open dialog is idle, in ms. */
export interface OpeningCost {
  layouts: number;
  styleMs: number;
  layoutMs: number;
  scriptMs: number;
}

/** Time for which a page is idle before its requests and its work are counted, in ms. */
const QUIET = 1500;
/** Beginning of both titles, and a wallet near the top of both lists. */
const WORDS = { title: 'Connect your', wallet: 'Tonkeeper' };
/** Address to which the watcher reports. Its requests never leave the browser. */
const EAR = 'https://watcher.invalid/';
/** Longest wait for an element, in ms. */
const PATIENCE = 60_000;

/** Time since navigation of the first frame with each element, in ms, as recorded in the page. */
interface Seen {
  button?: number;
  click?: number;
  sheet?: number;
  wallets?: number;
  code?: number;
}

/** Report of the watcher: the recorded times, and the position of the button. */
interface Told {
  seen: Seen;
  button: { x: number; y: number };
}

/**
 * Checks every frame in the page itself and reports what it sees. An observer outside the page
 * would make it evaluate scripts just before it paints. Both widgets are recognised by text and
 * size. Checking costs layouts, so with `once` it ends at the button.
 */
function watchFrames({ title, wallet }: typeof WORDS, ear: string, once: boolean): void {
  const seen: Seen = {};
  // An element at the very beginning of a fade does not count.
  const isThere = (element: Element | null): boolean =>
    element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) === true &&
    element.getBoundingClientRect().width > 0;
  const saying = (words: string): Element | null => {
    const path = `//body//*[starts-with(text(), "${words}")]`;
    return document.evaluate(path, document, null, 9, null).singleNodeValue as Element | null;
  };
  const headerButton = (): Element | null => document.querySelector('header button');
  const look = {
    button: () => {
      const button = headerButton();
      return isThere(button) && button?.textContent?.includes('Connect') === true;
    },
    sheet: () => isThere(saying(title)),
    wallets: () => isThere(saying(wallet)),
    code: () =>
      [...document.querySelectorAll('svg')].some(
        (svg) =>
          svg.innerHTML.length > 2000 && svg.getBoundingClientRect().width >= 180 && isThere(svg),
      ),
  };
  addEventListener('click', (event) => (seen.click ??= event.timeStamp), { capture: true });
  const frame = (): void => {
    const awaited =
      seen.click === undefined ? (['button'] as const) : (['sheet', 'wallets', 'code'] as const);
    for (const name of awaited) {
      if (seen[name] !== undefined || !look[name]()) continue;
      // A task after the frame's callback runs when the frame has been painted.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        seen[name] ??= performance.now();
        const { x, y, width, height } = headerButton()?.getBoundingClientRect() ?? new DOMRect();
        const report: Told = { seen, button: { x: x + width / 2, y: y + height / 2 } };
        navigator.sendBeacon(ear, JSON.stringify(report));
      };
      channel.port2.postMessage(null);
    }
    if (!once || seen.button === undefined) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/**
 * Answers requests to other hosts locally: the list, an icon of one pixel, streams without events.
 * Calls `asked` with each request.
 */
export async function answerForeign(
  client: TabSession,
  walletsList: string,
  asked?: (url: string, body?: string) => void,
): Promise<void> {
  // Not an SVG, whose own document the browser's counters of styles and layouts would include.
  const pixel = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
  client.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    asked?.(request.url, request.postData);
    if (isStream(request.url)) return;
    const isList = request.url.endsWith('.json');
    const isPicture = resourceType === 'Image';
    const answer =
      isList || isPicture
        ? client.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [
              { name: 'access-control-allow-origin', value: '*' },
              { name: 'content-type', value: isList ? 'application/json' : 'image/gif' },
            ],
            body: (isList ? Buffer.from(walletsList) : pixel).toString('base64'),
          })
        : client.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' });
    // The page may have been closed.
    answer.catch(() => undefined);
  });
  await client.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
}

/** Returns whether an address is that of a bridge's stream. */
export const isStream = (url: string): boolean => /\/events(\?|$)/.test(url);

/** Opens the app in a new tab, waits for the button, presses it, and returns the times. */
export async function visit(
  tab: TabSession,
  origin: string,
  walletsList: string,
): Promise<Figures> {
  const { watcher, foreign, press } = await openApp(tab, origin, walletsList, false);
  const foreignRequests = foreign.length;
  await press('mouseMoved', 'mousePressed', 'mouseReleased');
  await watcher.await('wallets');
  await pause(QUIET);
  const { seen } = await watcher.await('wallets');
  const { click = 0, sheet = 0, wallets = 0, code } = seen;
  return {
    buttonVisible: seen.button ?? 0,
    sheetPainted: sheet - click,
    walletsPainted: wallets - click,
    codePainted: code === undefined ? 0 : code - click,
    foreignRequests,
    streams: foreign.slice(foreignRequests).filter(isStream).length,
  };
}

/** Measures the work of opening the dialog by the browser's counters, without watching it. */
export async function measureOpening(
  tab: TabSession,
  origin: string,
  walletsList: string,
): Promise<OpeningCost> {
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { press } = await openApp(tab, origin, walletsList, true);
  await press('mouseMoved');
  await pause(QUIET);
  const before = await counters(tab);
  await press('mousePressed', 'mouseReleased');
  // On a busy machine the work may start late, before which the counters do not move.
  let last: typeof before;
  let after = before;
  do {
    await pause(QUIET);
    last = after;
    after = await counters(tab);
  } while (last === before || after.get('LayoutCount') !== last.get('LayoutCount'));
  const since = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  return {
    layouts: since('LayoutCount'),
    styleMs: since('RecalcStyleDuration') * 1000,
    layoutMs: since('LayoutDuration') * 1000,
    scriptMs: since('ScriptDuration') * 1000,
  };
}

/** Returns the browser's counters of a page's work. Needs `Performance.enable`. */
export async function counters(tab: TabSession): Promise<Map<string, number>> {
  const { metrics } = await tab.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** Opens the app in a new tab and leaves it idle once its button is visible. */
async function openApp(tab: TabSession, origin: string, walletsList: string, once: boolean) {
  const watcher = new Ear();
  const foreign: string[] = [];
  await answerForeign(tab, walletsList, (url, body = '') => {
    if (url === EAR) watcher.hear(JSON.parse(body));
    else foreign.push(url);
  });
  await tab.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watchFrames})(${JSON.stringify(WORDS)}, ${JSON.stringify(EAR)}, ${once})`,
  });
  await tab.send('Page.navigate', { url: origin });
  const { button } = await watcher.await('button');
  await pause(QUIET);
  const press = async (
    ...types: ('mouseMoved' | 'mousePressed' | 'mouseReleased')[]
  ): Promise<void> => {
    for (const type of types) {
      const at = { type, ...button, button: 'left', clickCount: 1 } as const;
      await tab.send('Input.dispatchMouseEvent', at);
    }
  };
  return { watcher, foreign, press };
}

/** Reports of the watcher of one page so far. */
class Ear {
  #last: Told = { seen: {}, button: { x: 0, y: 0 } };
  #heard = (): void => undefined;

  hear(report: Told): void {
    this.#last = report;
    this.#heard();
  }

  /** @throws if it is not seen within {@link PATIENCE} */
  await(thing: keyof Seen): Promise<Told> {
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error(`${thing} was not seen within ${PATIENCE / 1000} s`));
      const timer = setTimeout(late, PATIENCE);
      this.#heard = () => {
        if (this.#last.seen[thing] === undefined) return;
        clearTimeout(timer);
        resolve(this.#last);
      };
      this.#heard();
    });
  }
}
