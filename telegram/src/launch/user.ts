import { text, user } from './user-id.js';

/** Fields of the user who opened the app, with Telegram's names. */
export type UserField =
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'username'
  | 'language_code'
  | 'photo_url';

/**
 * Returns a field of the user who opened the app, as reported by the client. Null if it is missing, and
 * outside Telegram. This proves nothing: only the server can check init data. The ID is a decimal string, because IDs
 * need more than 32 bits and some launches quote them.
 */
export const launchUser = (field: UserField): string | null => text(Object(user())[field]);
