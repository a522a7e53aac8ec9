import { head } from '../host/head.js';

/** A link that cannot be opened, with the reason (specification, section 5). */
export class TelegramLinkError extends Error {
  /** The rejected link, as passed. */
  declare readonly url: string;

  constructor(refused: 'protocol' | 'host', url: string) {
    super(`Url ${refused} is not supported`);
    // Not class fields: their lowered form for the oldest targets is larger than this file.
    this.name = 'TelegramLinkError';
    this.url = url;
  }
}

function parse(url: string): URL | null {
  try {
    const parsed = new URL(url);
    return /^https?:$/.test(parsed.protocol) ? parsed : null;
  } catch {
    return null;
  }
}

function openWindow(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

/**
 * Opens a `https://t.me/…` link inside Telegram. The client opens it in a frame, or since version 6.1.
 * Otherwise a browser window opens it. Only path and query are sent; the hash is dropped.
 * @param fallback called instead of throwing, if the address is not http(s) on `t.me`.
 * @throws TelegramLinkError `Url protocol is not supported` or `Url host is not supported`.
 */
export function openTelegramLink(url: string, fallback?: () => void): void {
  const link = parse(url);
  if (link?.host !== 't.me') {
    if (fallback) {
      fallback();
      return;
    }
    throw new TelegramLinkError(link ? 'host' : 'protocol', url);
  }
  const path = link.pathname + link.search;
  const { kind, tell } = head();
  const since = kind === 'iframe' ? '6.0' : '6.1';
  const isTold = kind !== 'none' && tell('web_app_open_tg_link', since, { path_full: path });
  if (!isTold) openWindow(`https://t.me${path}`);
}

/**
 * Opens an http(s) link outside the app: in the client's browser if there is a client, else in a new window.
 * Call it in the click handler: clients and browsers block later calls.
 * @throws TelegramLinkError `Url protocol is not supported` for other schemes.
 */
export function openLink(url: string): void {
  const link = parse(url);
  if (link === null) throw new TelegramLinkError('protocol', url);
  const { kind, tell } = head();
  const isTold = kind !== 'none' && tell('web_app_open_link', '6.0', { url: link.href });
  if (!isTold) openWindow(link.href);
}
