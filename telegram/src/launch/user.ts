import { readPairs } from './query.js';

/** Who opened the app, as their client claims. Not proof: only the server can check init data. */
export interface TelegramUser {
  /** Decimal; a string because ids need more than 32 bits and some launches send them quoted. */
  readonly id: string;
  readonly firstName: string;
  readonly username: string | null;
  /** IETF tag of the client's language, lower case (`ru`, `pt-br`). */
  readonly languageCode: string | null;
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Reads the user from raw init data; null when there is none that can be read. */
export function readUser(initDataRaw: string | null): TelegramUser | null {
  const json = initDataRaw === null ? undefined : readPairs(initDataRaw).get('user');
  if (json === undefined) return null;
  try {
    const user: unknown = JSON.parse(json);
    if (typeof user !== 'object' || user === null) return null;
    const fields = user as Record<string, unknown>;
    return {
      id: typeof fields.id === 'number' ? String(fields.id) : (text(fields.id) ?? ''),
      firstName: text(fields.first_name) ?? '',
      username: text(fields.username),
      languageCode: text(fields.language_code)?.toLowerCase() ?? null,
    };
  } catch {
    return null;
  }
}
