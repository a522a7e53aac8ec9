import type { HeadWindow } from '../host/head.js';
import { externalNotify, webviewProxy } from '../host/natives.js';
import { launchQueryOf, readPairs } from './query.js';
import { findLaunchQuery } from './session.js';
import { readUser } from './user.js';

/**
 * The id of who opened the app; null outside of Telegram, and where it told none. The same as
 * `launchParams()?.user?.id`, for code that wants nothing else: it opens no channel to the host and
 * defines nothing on the page. Where no client can be, only the address is read: the first look into
 * the storage waits for another process.
 */
export function launchUserId(): string | null {
  if (typeof window === 'undefined') return null;
  const { prichalHead } = window as HeadWindow;
  const inClient = window.parent !== window || webviewProxy() || externalNotify();
  const found = inClient ? findLaunchQuery : () => launchQueryOf(location.href);
  const query = prichalHead ? (prichalHead.launch?.query ?? '') : found();
  return readUser(readPairs(query).get('tgWebAppData') || null)?.id || null;
}
