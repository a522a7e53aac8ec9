import { readJson } from './json.js';
import { parseThemeParams, type ThemeParams } from './theme-params.js';
import { readUser, type TelegramUser } from './user.js';

/** What Telegram told the app when it opened it. */
export interface LaunchParams {
  /** Mini Apps version, `6.0` when unknown. A claim, not a promise: see {@link supports}. */
  readonly version: string;
  /** `android`, `ios`, `macos`, `tdesktop`, `weba`, `webk`, …; `unknown` when not told. */
  readonly platform: string;
  readonly startParam: string | null;
  readonly themeParams: ThemeParams;
  /** Signed init data exactly as it came, for the server to check. Null for simple launches. */
  readonly initDataRaw: string | null;
  readonly user: TelegramUser | null;
  readonly fullscreen: boolean;
}

/** The floor: methods that every client knows. */
export const OLDEST_VERSION = '6.0';

/**
 * Reads launch parameters out of a query string (see `launchQueryOf`). Every field is optional and
 * read on its own, so a bad one becomes its default; of two equal names the first wins. Never throws.
 */
export function parseLaunchParams(query: string): LaunchParams {
  const pairs = new URLSearchParams(query);
  const param = (name: string) => pairs.get(`tgWebApp${name}`) || null;
  const initDataRaw = param('Data');
  return {
    version: /^\d+(\.\d+)*$/.exec(param('Version') ?? '')?.[0] ?? OLDEST_VERSION,
    platform: param('Platform') ?? 'unknown',
    startParam:
      param('StartParam') ?? (new URLSearchParams(initDataRaw ?? '').get('start_param') || null),
    themeParams: parseThemeParams(readJson(param('ThemeParams'))),
    initDataRaw,
    user: readUser(initDataRaw),
    fullscreen: param('Fullscreen') === '1',
  };
}
