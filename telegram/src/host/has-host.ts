/**
 * Detects a host. A separate module, because the first load of a page without a head needs it, and the whole
 * channel would be too large there.
 */
import { attempt } from '../launch/attempt.js';

/** Windows Phone's channel is `notify`. */
interface NativeWindow {
  readonly external?: { notify(text: string): void };
}

const TELEGRAM = /^https:\/\/([\w-]+\.)*telegram\.org$/;
const LOOPBACK_TWICE = /^(https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?){2}$/;

/**
 * Returns whether a page of this origin may be the host: Telegram, this origin, or (for development) a
 * loopback page around a loopback page.
 */
export function isHostOrigin(origin: string): boolean {
  const own = location.origin;
  return TELEGRAM.test(origin) || origin === own || LOOPBACK_TWICE.test(origin + own);
}

/**
 * Returns the origin of the parent page if it may be the host. Null if this page is not in a frame, or the
 * parent is another site.
 * @param query launch parameters. If they are empty (a client can lose them, on a reload after a redirect),
 *   only Telegram's own pages count.
 */
export function frameHost(query: string): string | null {
  const { parent } = window;
  if (parent === window) return null;
  const named = location.ancestorOrigins?.[0];
  // Firefox has no `ancestorOrigins`. A parent of this origin can be read directly; the referrer shows any
  // other. After a navigation inside the frame, the referrer is this origin.
  const referrer = attempt(() => new URL(document.referrer).origin);
  const origin = (named ??
    attempt(() => parent.location.origin) ??
    (referrer === location.origin ? null : referrer)) as string;
  if (!query && !TELEGRAM.test(origin)) return null;
  if (isHostOrigin(origin)) return origin;
  // The origin is unknown.
  return /^http/.test(named as string) ? null : 'https://web.telegram.org';
}

/** Returns the client's object on Windows Phone. Null elsewhere. */
export const phone = () => {
  const { external } = window as unknown as NativeWindow;
  return external && 'notify' in external ? external : null;
};

/**
 * Returns whether this page has a host. Sends nothing and does not change the page.
 * @param query returns the launch parameters. Called only in frames: it may read session storage, which is
 *   slow before the first paint.
 */
export const hasHost = (query: () => string): boolean =>
  window.parent === window
    ? 'TelegramWebviewProxy' in window || phone() !== null
    : frameHost(query()) !== null;
