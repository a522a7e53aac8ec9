import type { HeadWindow } from '../host/head.js';
import { findUser } from './find-user.js';

/** Who opened the app, by Telegram's names: from the page's head, if it has one. */
export function user(): unknown {
  if (typeof window === 'undefined') return null;
  const { prichal } = window as HeadWindow;
  if (!prichal) return findUser();
  return prichal.kind === 'none' ? null : prichal.launch?.user;
}

/** What is text or a number, as text. */
export const text = (value: unknown): string | null =>
  /string|number/.test(typeof value) ? `${value}` || null : null;

/**
 * The id of who opened the app. The same as `launchUser('id')`, for code that wants nothing else: it
 * opens no channel to the host and defines nothing on the page.
 */
export const launchUserId = (): string | null => text(Object(user()).id);
