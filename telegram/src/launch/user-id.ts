import type { HeadWindow } from '../host/head.js';
import { findLaunchQuery } from './session.js';
import { readUser } from './user.js';

/**
 * The id of who opened the app; null outside of Telegram, and where it told none. The same as
 * `launchParams()?.user?.id`, for code that wants nothing else: it opens no channel to the host and
 * defines nothing on the page.
 */
export function launchUserId(): string | null {
  if (typeof window === 'undefined') return null;
  const { prichalHead } = window as HeadWindow;
  const user = prichalHead
    ? prichalHead.launch?.params.user
    : readUser(new URLSearchParams(findLaunchQuery()).get('tgWebAppData'));
  return user?.id || null;
}
