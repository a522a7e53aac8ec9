/**
 * Whether this page has a host. By itself, because it is asked in the first load of a page that has no head,
 * where all of the channel would be too much.
 */
import { attempt } from '../launch/attempt.js';

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
export function isHostOrigin(origin: string): boolean {
  const own = location.origin;
  return TELEGRAM.test(origin) || origin === own || LOOPBACK_TWICE.test(origin + own);
}

/**
 * The origin of the page around this one, as far as it may be our host. Null: this is no frame, or one of
 * some other site, where nobody would listen.
 *
 * @param query the launch parameters. Without any (a client can lose them, on a reload behind a
 *   redirect) only a page of Telegram's counts.
 */
export function frameHost(query: string): string | null {
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

/** The client of a Windows Phone. */
export const phone = () => {
  const { external } = window as unknown as NativeWindow;
  return external && 'notify' in external ? external : null;
};

/**
 * Whether this page has a host. Sends nothing and leaves nothing on the page.
 *
 * @param query tells the launch parameters. It is asked in frames only: the session's storage, where it
 *   looks, is another process's to read, before the first paint.
 */
export const hasHost = (query: () => string): boolean =>
  window.parent === window
    ? 'TelegramWebviewProxy' in window || phone() !== null
    : frameHost(query()) !== null;
