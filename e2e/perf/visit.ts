import type { CDPSession, Page } from '@playwright/test';

/** What one visit gave. */
export interface Figures {
  /** From navigation to a frame with the button in it, ms. */
  buttonVisible: number;
  /** From the click to a frame with the sheet in it, its title readable, ms. */
  sheetPainted: number;
  /** From the click to a frame with a wallet in the sheet, ms. */
  walletsPainted: number;
  /** From the click to a frame with the QR code in it, ms; 0 where there is none. */
  codePainted: number;
  /** Requests to other origins than the page's before the click. */
  foreignRequests: number;
  /** Event streams that were asked for after it. */
  streams: number;
}

const CPU_SLOWDOWN = 4;
/** How long a page is left alone before its requests are counted, ms. */
const QUIET = 1500;
/** How both titles begin, and a wallet that both lists have near their top. */
const WORDS = { title: 'Connect your', wallet: 'Tonkeeper' };

declare global {
  interface Window {
    /** When a thing was first in a frame, ms since navigation, as the page's watcher saw it. */
    seen: { button?: number; click?: number; sheet?: number; wallets?: number; code?: number };
  }
}

/**
 * Looks at every frame, in the page itself: how long an outside observer takes to look would be
 * measured as well. Both widgets are looked at by what a person sees: words and sizes.
 */
function watchFrames({ title, wallet }: typeof WORDS): void {
  const seen: Window['seen'] = {};
  window.seen = seen;
  // What is still at the very beginning of a fade is not there.
  const isThere = (element: Element | null): boolean =>
    element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) === true &&
    element.getBoundingClientRect().width > 0;
  const saying = (words: string): Element | null => {
    const path = `//body//*[starts-with(text(), "${words}")]`;
    return document.evaluate(path, document, null, 9, null).singleNodeValue as Element | null;
  };
  const look = {
    button: () => {
      const button = document.querySelector('header button');
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
      // A task after the frame's own: it has been painted by then.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        seen[name] ??= performance.now();
      };
      channel.port2.postMessage(null);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Answers foreign hosts from here: the list, a picture of one pixel, streams that stay silent. */
export async function answerForeign(client: CDPSession, walletsList: string): Promise<void> {
  const pixel = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  client.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
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
              { name: 'content-type', value: isList ? 'application/json' : 'image/svg+xml' },
            ],
            body: Buffer.from(isList ? walletsList : pixel).toString('base64'),
          })
        : client.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' });
    // The page may have gone in the meantime.
    answer.catch(() => undefined);
  });
  await client.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
}

const isStream = (url: string): boolean => /\/events(\?|$)/.test(url);

/** Opens the app in a fresh page, waits for the button, presses it, and reads the clock. */
export async function visit(page: Page, origin: string, walletsList: string): Promise<Figures> {
  const client = await page.context().newCDPSession(page);
  await answerForeign(client, walletsList);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const requests: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (url.startsWith('http') && !url.startsWith(origin)) requests.push(url);
  });
  await page.addInitScript(watchFrames, WORDS);

  await page.goto(origin);
  await page.waitForFunction(() => window.seen.button !== undefined);
  await page.waitForTimeout(QUIET);
  const foreignRequests = requests.length;

  await page.locator('header button').click();
  await page.waitForFunction(() => window.seen.wallets !== undefined);
  await page.waitForTimeout(QUIET);
  const {
    button = 0,
    click = 0,
    sheet = 0,
    wallets = 0,
    code,
  } = await page.evaluate(() => window.seen);
  return {
    buttonVisible: button,
    sheetPainted: sheet - click,
    walletsPainted: wallets - click,
    codePainted: code === undefined ? 0 : code - click,
    foreignRequests,
    streams: requests.slice(foreignRequests).filter(isStream).length,
  };
}
