/** How this page reaches the host, and which origin the host has. Knows no message. */
import { attempt, readJson } from '../launch/attempt.js';
import { receive } from './inbox.js';

/** `iframe`: Telegram Web and Linux desktop; `webview`: native clients and Windows Phone. */
export type HostKind = 'iframe' | 'webview' | 'none';

export interface Host {
  readonly kind: HostKind;
  send(type: string, data: object): void;
}

/** The objects by which native clients take messages. */
interface NativeWindow {
  readonly parent: Window;
  /** iOS, macOS, Android, Desktop on Windows and macOS. */
  readonly TelegramWebviewProxy?: { postEvent(type: string, json: string): void };
  /** Windows Phone. */
  readonly external: { notify(text: string): void };
}

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

const message = (eventType: string, eventData: object): string =>
  JSON.stringify({ eventType, eventData });

/**
 * Finds the host, and greets it when it is the page around this one. A frame comes first, because
 * Telegram Desktop on Linux has both. A frame whose parent is known to be some other site has no host:
 * nobody there would listen. Null: there is none.
 *
 * @param query the launch parameters. Without any (a client can lose them, on a reload behind a
 *   redirect) a host counts only when it is one by itself: a native client, or a page of Telegram's.
 */
export function findHost(query: string): Host | null {
  const { TelegramWebviewProxy: proxy, external, parent } = window as unknown as NativeWindow;
  if (parent !== window) {
    const named = location.ancestorOrigins?.[0];
    // Where the browser does not name a frame's ancestors (Firefox), our own origin can be asked for,
    // and the referrer tells any other; it tells ours after a navigation inside the frame.
    const referrer = attempt(() => new URL(document.referrer).origin);
    let origin = (named ??
      attempt(() => parent.location.origin) ??
      (referrer === location.origin ? null : referrer)) as string;
    if (!query && !TELEGRAM.test(origin)) return null;
    if (!isHostOrigin(origin)) {
      if (/^http/.test(named as string)) return null;
      // It cannot be known.
      origin = 'https://web.telegram.org';
    }
    window.addEventListener('message', (event) => {
      // Other scripts use postMessage too.
      const { eventType, eventData } = Object(readJson(event.data));
      if (event.source !== parent || !isHostOrigin(event.origin) || !eventType) return;
      // The browser may hide the parent's origin (no ancestors, no referrer): it is learnt here.
      origin = event.origin;
      receive(eventType, eventData);
      if (eventType === 'reload_iframe') {
        send('iframe_will_reload', {});
        location.reload();
      }
    });
    const send: Host['send'] = (type, data) => parent.postMessage(message(type, data), origin);
    send('iframe_ready', { reload_supported: true });
    return { kind: 'iframe', send };
  }
  if (!proxy && !(external && 'notify' in external)) return null;
  return {
    kind: 'webview',
    send(type, data) {
      if (proxy) proxy.postEvent(type, JSON.stringify(data));
      else external.notify(message(type, data));
    },
  };
}
