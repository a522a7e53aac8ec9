import { readJson } from './json.js';

/** Who opened the app, as their client claims. Not proof: only the server can check init data. */
export interface TelegramUser {
  /** Decimal; a string because ids need more than 32 bits and some launches send them quoted. */
  readonly id: string;
  readonly firstName: string;
  readonly username: string | null;
  /** IETF tag of the client's language, lower case (`ru`, `pt-br`). */
  readonly languageCode: string | null;
}

/** Reads the user from raw init data; null when there is none that can be read. */
export function readUser(initDataRaw: string | null): TelegramUser | null {
  const data = new URLSearchParams(initDataRaw ?? '');
  const user = readJson(data.get('user')) as Record<string, unknown> | null;
  if (!user || user !== Object(user)) return null;
  const text = (name: string) => (typeof user[name] === 'string' ? user[name] : '');
  return {
    id: typeof user.id === 'number' ? `${user.id}` : text('id'),
    firstName: text('first_name'),
    username: text('username') || null,
    languageCode: text('language_code').toLowerCase() || null,
  };
}
