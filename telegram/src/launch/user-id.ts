import type { HeadWindow } from '../host/head.js';
import { findUser } from './find-user.js';

/** Returns the user who opened the app, with Telegram's field names: from the page's head, if it has one. */
export function user(): unknown {
  if (typeof window === 'undefined') return null;
  const { prichal } = window as HeadWindow;
  if (!prichal) return findUser();
  return prichal.kind === 'none' ? null : prichal.launch?.user;
}

/** Returns a text or a number as text. */
export const text = (value: unknown): string | null =>
  /string|number/.test(typeof value) ? `${value}` || null : null;

/**
 * Returns the ID of the user who opened the app. Same as `launchUser('id')`, but without a channel to the
 * host and without changes to the page.
 */
export const launchUserId = (): string | null => text(Object(user()).id);
