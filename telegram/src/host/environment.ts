/** How this page reaches the host, and which origin the host has. Knows no message. */
import { externalNotify, webviewProxy } from './natives.js';

/** `iframe`: Telegram Web and Linux desktop; `webview`: native clients; `notify`: Windows Phone. */
export type HostKind = 'iframe' | 'webview' | 'notify' | 'none';

/** Where messages go when the parent's origin cannot be known. */
const DEFAULT_PARENT_ORIGIN = 'https://web.telegram.org';

const LOOPBACK = /^(127\.0\.0\.1|localhost)$/;

function isFramed(): boolean {
  try {
    return window.parent != null && window.parent !== window;
  } catch {
    return false;
  }
}

function isTelegramOrigin(url: URL): boolean {
  return url.protocol === 'https:' && /(^|\.)telegram\.org$/.test(url.hostname) && url.port === '';
}

function parseOrigin(text: string | undefined | null): URL | null {
  try {
    const url = new URL(text ?? '');
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/**
 * Whether a page of this origin may be our host: Telegram, ourselves, or (for developers) loopback
 * in loopback.
 */
export function isHostOrigin(origin: string): boolean {
  const url = parseOrigin(origin);
  if (url === null) return false;
  if (isTelegramOrigin(url) || url.origin === location.origin) return true;
  return LOOPBACK.test(url.hostname) && LOOPBACK.test(location.hostname);
}

/** The first ancestor's origin; undefined where the browser does not tell (Firefox). */
function ancestorOrigin(): string | undefined {
  return (location as { ancestorOrigins?: ArrayLike<string> }).ancestorOrigins?.[0];
}

function isSameOriginParent(): boolean {
  try {
    return window.parent.location.origin === location.origin;
  } catch {
    return false;
  }
}

/**
 * The parent's origin as far as the browser tells; null when it does not. The referrer names
 * ourselves after a navigation inside the frame, so it counts only when it names somebody else.
 */
function knownParent(): URL | null {
  const ancestor = ancestorOrigin();
  if (ancestor !== undefined) return parseOrigin(ancestor);
  if (isSameOriginParent()) return parseOrigin(location.origin);
  const referrer = parseOrigin(document.referrer);
  return referrer?.origin === location.origin ? null : referrer;
}

/** Whether the browser itself says that the parent page is Telegram's. */
export function isTelegramParent(): boolean {
  const parent = knownParent();
  return parent !== null && isTelegramOrigin(parent);
}

/** The origin to address messages to: the parent's when it may be our host, else Telegram Web's. */
export function parentOrigin(): string {
  const parent = knownParent();
  return parent !== null && isHostOrigin(parent.origin) ? parent.origin : DEFAULT_PARENT_ORIGIN;
}

/**
 * Which channel this page has. A frame comes first, because Telegram Desktop on Linux has both. A
 * frame whose parent is known to be some other site has none: nobody there would listen.
 */
export function hostKind(): HostKind {
  if (typeof window === 'undefined') return 'none';
  if (isFramed()) {
    const parent = parseOrigin(ancestorOrigin());
    return parent === null || isHostOrigin(parent.origin) ? 'iframe' : 'none';
  }
  if (webviewProxy()) return 'webview';
  return externalNotify() ? 'notify' : 'none';
}
