import { onTestFinished } from 'vitest';

type Telegram = typeof import('../index.js');
type Receive = (type: string, data?: unknown) => void;

interface Launch {
  /** Launch parameters, `tgWebApp…=` pairs. Without any, Telegram did not open the page. */
  readonly query?: string;
  /** The native clients' proxy. With it, the page is a top window, as in a WebView. */
  readonly postEvent?: (type: string, json: string) => void;
  /** Whether the page is a tab without a client. */
  readonly isTop?: boolean;
  /** Runs in the page before the package is loaded. */
  readonly before?: (page: FreshWindow) => void;
  /** Session storage from an earlier page of this tab. Empty by default. */
  readonly keepSession?: boolean;
}

/** The window of a page with the package, and the functions that clients call. */
export interface FreshWindow extends Window {
  telegram?: Telegram;
  prepare?: () => void;
  TelegramWebviewProxy?: { postEvent: Launch['postEvent'] };
  Telegram?: { WebView?: { receiveEvent?: Receive } };
  TelegramGameProxy?: { receiveEvent?: Receive };
  readonly Storage: typeof Storage;
}

export interface FreshPage {
  readonly telegram: Telegram;
  readonly window: FreshWindow;
  /** Sends an event like a native client. */
  receive(type: string, data?: unknown): void;
}

const SOURCE = new URL('../index.ts', import.meta.url).href;

const PAGE = `<!doctype html><script>parent.preparing(window)</script>
<script type="module">
import * as telegram from '${SOURCE}';
window.telegram = telegram;
parent.prepared(window);
</script>`;

/**
 * Loads the package in a new page, a frame of the test page, so that its per-page state is new and its
 * messages to the parent arrive here. Removed with the test.
 */
export async function freshPage(launch: Launch): Promise<FreshPage> {
  const {
    query = '',
    postEvent,
    isTop = postEvent !== undefined,
    before,
    keepSession = false,
  } = launch;
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  if (!keepSession) sessionStorage.clear();
  const address = URL.createObjectURL(new Blob([PAGE], { type: 'text/html' }));
  const frame = document.createElement('iframe');
  const page = await new Promise<FreshWindow>((resolve) => {
    Object.assign(window, {
      preparing: (inner: FreshWindow) => {
        if (postEvent) inner.TelegramWebviewProxy = { postEvent };
        before?.(inner);
      },
      prepared: (inner: FreshWindow) => {
        // A WebView has no parent. A frame hides its parent once it is loaded.
        if (isTop) Object.defineProperty(inner, 'parent', { value: inner });
        resolve(inner);
      },
    });
    frame.src = query === '' ? address : `${address}#${query}`;
    document.body.append(frame);
  });
  onTestFinished(() => {
    frame.remove();
    URL.revokeObjectURL(address);
  });
  if (!page.telegram) throw new Error('The package was not loaded');
  return {
    telegram: page.telegram,
    window: page,
    receive: (type, data) => page.TelegramGameProxy?.receiveEvent?.(type, data),
  };
}

/** Waits until the work at the end of the task is done. */
export const settled = () => Promise.resolve().then(() => undefined);
