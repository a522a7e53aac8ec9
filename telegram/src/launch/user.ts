import { text, user } from './user-id.js';

/** What a client tells of who opened the app, by Telegram's names. */
export type UserField =
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'username'
  | 'language_code'
  | 'photo_url';

/**
 * A field of who opened the app, as their client claims; null where it told none, and outside of
 * Telegram. Not proof: only the server can check init data. The id is decimal: ids need more than 32
 * bits, and some launches send them quoted.
 */
export const launchUser = (field: UserField): string | null => text(Object(user())[field]);
