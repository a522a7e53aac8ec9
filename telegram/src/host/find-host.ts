/** How this page reaches the host, and which origin the host has. Knows no message. */
import { readJson } from '../launch/json.js';
import type { Receive } from './inbox.js';

/** `iframe`: Telegram Web and Linux desktop; `webview`: native clients; `notify`: Windows Phone. */
export type HostKind = 'iframe' | 'webview' | 'notify' | 'none';

export interface Host {
  readonly kind: HostKind;
  /** Whether the way to it is one that only Telegram has. */
  readonly isProven: boolean;
  send(type: string, data: object): void;
}

/** The objects by which native clients take messages. */
interface NativeWindow {
  readonly parent: Window;
  /** iOS, macOS, Android, Desktop on Windows and macOS. */
  readonly TelegramWebviewProxy?: { postEvent(type: string, json: string): void };
  /** Windows Phone. */
  readonly external?: { notify?(text: string): void };
}

/** Where messages go when the parent's origin cannot be known. */
const DEFAULT_PARENT_ORIGIN = 'https://web.telegram.org';

const TELEGRAM = /^https:\/\/([\w-]+\.)*telegram\.org$/;
const LOOPBACK_TWICE = /^(https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?){2}$/;

/**
 * Whether a page of this origin may be our host: Telegram, ourselves, or (for developers) loopback
 * in loopback.
 */
function isHostOrigin(origin: string): boolean {
  const own = location.origin;
  return TELEGRAM.test(origin) || origin === own || LOOPBACK_TWICE.test(origin + own);
}

/**
 * The parent's origin where the browser does not name a frame's ancestors (Firefox), else empty. The
 * referrer names ourselves after a navigation inside the frame, so it counts only when it names
 * somebody else.
 */
function guessOrigin(): string {
  try {
    return window.parent.location.origin;
  } catch {
    const origin = document.referrer.split('/', 3).join('/');
    return origin === location.origin ? '' : origin;
  }
}

/**
 * A frame comes first, because Telegram Desktop on Linux has both. A frame whose parent is known to
 * be some other site has no host: nobody there would listen.
 *
 * @param receive hears the window of a parent page; native clients call functions (inbox.ts).
 */
export function findHost(receive: Receive): Host {
  const { TelegramWebviewProxy: proxy, external, parent } = window as unknown as NativeWindow;
  let kind: HostKind = proxy ? 'webview' : external && 'notify' in external ? 'notify' : 'none';
  let isProven = kind !== 'none';
  let origin = '';
  if (parent && parent !== window) {
    const { ancestorOrigins } = location as { ancestorOrigins?: ArrayLike<string> };
    const named = ancestorOrigins?.[0];
    origin = named ?? guessOrigin();
    isProven = TELEGRAM.test(origin);
    kind = named?.startsWith('http') && !isHostOrigin(named) ? 'none' : 'iframe';
    if (!isHostOrigin(origin)) origin = DEFAULT_PARENT_ORIGIN;
    window.addEventListener('message', (event) => {
      // Other scripts use postMessage too.
      const { eventType, eventData } = Object(readJson(event.data));
      if (event.source !== parent || !isHostOrigin(event.origin) || !eventType) return;
      // The browser may hide the parent's origin (no ancestors, no referrer): it is learnt here.
      origin = event.origin;
      receive(eventType, eventData);
    });
  }
  return {
    kind,
    isProven,
    send(type, data) {
      const text = JSON.stringify({ eventType: type, eventData: data });
      if (kind === 'iframe') parent.postMessage(text, origin);
      else if (kind === 'webview') proxy?.postEvent(type, JSON.stringify(data));
      else external?.notify?.(text);
    },
  };
}
