/** How this page reaches the host, and which origin the host has. Knows no message. */
import { attempt, readJson } from '../launch/attempt.js';
import { receive, textOf } from './inbox.js';
import { watchProxy } from './other-sdk.js';

/** `iframe`: Telegram Web and Linux desktop; `webview`: native clients and Windows Phone. */
export type HostKind = 'iframe' | 'webview' | 'none';

export interface Host {
  readonly kind: HostKind;
  send(type: string, data: object): void;
}

/** Windows Phone takes messages by `notify`. */
interface NativeWindow {
  readonly external?: { notify(text: string): void };
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
 * The origin of the page around this one, as far as it may be our host. Null: this is no frame, or one of
 * some other site, where nobody would listen.
 *
 * @param query the launch parameters. Without any (a client can lose them, on a reload behind a
 *   redirect) only a page of Telegram's counts.
 */
function frameHost(query: string): string | null {
  const { parent } = window;
  if (parent === window) return null;
  const named = location.ancestorOrigins?.[0];
  // Where the browser does not name a frame's ancestors (Firefox), our own origin can be asked for,
  // and the referrer tells any other; it tells ours after a navigation inside the frame.
  const referrer = attempt(() => new URL(document.referrer).origin);
  const origin = (named ??
    attempt(() => parent.location.origin) ??
    (referrer === location.origin ? null : referrer)) as string;
  if (!query && !TELEGRAM.test(origin)) return null;
  if (isHostOrigin(origin)) return origin;
  // It cannot be known.
  return /^http/.test(named as string) ? null : 'https://web.telegram.org';
}

const phone = () => {
  const { external } = window as unknown as NativeWindow;
  return external && 'notify' in external ? external : null;
};

/**
 * Whether this page has a host. Sends nothing and leaves nothing on the page.
 *
 * @param query the launch parameters.
 */
export const hasHost = (query: string): boolean =>
  window.parent === window
    ? 'TelegramWebviewProxy' in window || phone() !== null
    : frameHost(query) !== null;

/**
 * Finds the host, and greets it when it is the page around this one. A frame comes first, because
 * Telegram Desktop on Linux has both. Null: there is none.
 *
 * @param query the launch parameters.
 */
export function findHost(query: string): Host | null {
  const { parent } = window;
  if (parent !== window) {
    let origin = frameHost(query);
    if (origin === null) return null;
    const send: Host['send'] = (type, data) =>
      parent.postMessage(message(type, data), origin as string);
    window.addEventListener('message', (event) => {
      // Other scripts use postMessage too.
      const { eventType, eventData } = Object(readJson(textOf(event)));
      if (event.source !== parent || !isHostOrigin(event.origin) || !eventType) return;
      // The browser may hide the parent's origin (no ancestors, no referrer): it is learnt here.
      origin = event.origin;
      receive(eventType, eventData);
      if (eventType === 'reload_iframe') {
        send('iframe_will_reload', {});
        location.reload();
      }
    });
    send('iframe_ready', { reload_supported: true });
    return { kind: 'iframe', send };
  }
  const postEvent = watchProxy();
  if (postEvent) {
    return { kind: 'webview', send: (type, data) => postEvent(type, JSON.stringify(data)) };
  }
  const external = phone();
  return (
    external && { kind: 'webview', send: (type, data) => external.notify(message(type, data)) }
  );
}
