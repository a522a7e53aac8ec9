import { user } from '#user';

/** What is text or a number, as text. */
export const text = (value: unknown): string | null =>
  /string|number/.test(typeof value) ? `${value}` || null : null;

/**
 * The id of who opened the app. The same as `launchUser('id')`, for code that wants nothing else: it
 * opens no channel to the host and defines nothing on the page.
 */
export const launchUserId = (): string | null => text(Object(user()).id);
