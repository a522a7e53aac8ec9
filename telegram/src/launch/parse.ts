import { type LaunchClient, launchClientOf } from './client.js';
import { readPairs } from './query.js';
import { parseThemeParams, type ThemeParams } from './theme-params.js';
import { readUser, type TelegramUser } from './user.js';

/** What Telegram told the app when it opened it. */
export interface LaunchParams extends LaunchClient {
  readonly startParam: string | null;
  readonly themeParams: ThemeParams;
  /** Signed init data exactly as it came, for the server to check. Null for simple launches. */
  readonly initDataRaw: string | null;
  readonly user: TelegramUser | null;
  readonly fullscreen: boolean;
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Reads launch parameters out of a query string (see `launchQueryOf`). Every field is optional and
 * read on its own, so a bad one becomes its default. Never throws.
 */
export function parseLaunchParams(query: string): LaunchParams {
  const pairs = readPairs(query);
  const initDataRaw = pairs.get('tgWebAppData') || null;
  return {
    ...launchClientOf(query),
    startParam:
      pairs.get('tgWebAppStartParam') || readPairs(initDataRaw ?? '').get('start_param') || null,
    themeParams: parseThemeParams(parseJson(pairs.get('tgWebAppThemeParams'))),
    initDataRaw,
    user: readUser(initDataRaw),
    fullscreen: pairs.get('tgWebAppFullscreen') === '1',
  };
}
