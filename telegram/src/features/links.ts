import { channel } from '../host/channel.js';
import { supports } from '../host/supports.js';
import { isTelegram } from '../launch/params.js';

/** A link that Telegram would not open, with the reason (specification, section 5). */
export class TelegramLinkError extends Error {
  constructor(message: string) {
    super(message);
    // Not a class field: its lowered form for the oldest targets is larger than this file.
    this.name = 'TelegramLinkError';
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
 * Opens a `https://t.me/…` link inside Telegram. The host takes it in a frame or from version 6.1;
 * anywhere else a browser window does. Only path and query travel: a hash is dropped.
 *
 * @param fallback runs instead of the error for an address that is not http(s) on `t.me`.
 * @throws TelegramLinkError `Url protocol is not supported` or `Url host is not supported`.
 */
export function openTelegramLink(url: string, fallback?: () => void): void {
  const link = parse(url);
  const refusal = link === null ? 'protocol' : link.host === 't.me' ? null : 'host';
  if (link === null || refusal !== null) {
    if (fallback) {
      fallback();
      return;
    }
    throw new TelegramLinkError(`Url ${refusal} is not supported: ${url}`);
  }
  const path = link.pathname + link.search;
  const host = channel();
  const takesLinks = host.kind === 'iframe' || supports('6.1');
  if (takesLinks && host.post('web_app_open_tg_link', { path_full: path })) return;
  openWindow(`https://t.me${path}`);
}

/**
 * Opens an http(s) link outside the app: through the client when there is one, else in a browser
 * window. Call it in the click itself: clients and browsers drop links that come later.
 *
 * @throws TelegramLinkError `Url protocol is not supported` for other schemes.
 */
export function openLink(url: string): void {
  const link = parse(url);
  if (link === null) throw new TelegramLinkError(`Url protocol is not supported: ${url}`);
  const host = channel();
  const takesLinks = host.kind !== 'none' && isTelegram();
  if (!takesLinks || !host.post('web_app_open_link', { url: link.href })) openWindow(link.href);
}
