import { readJson } from './attempt.js';

/** Data that Telegram passed to the app when it opened it. */
export interface LaunchParams {
  /**
   * All parameters as text, to keep in addresses ({@link launchHash}). Contains the current theme. Empty if
   * the client has lost them.
   */
  query: string;
  /** Mini Apps version. `6.0` if unknown. The client may not support all of it: see {@link supports}. */
  readonly version: string;
  /** `android`, `ios`, `macos`, `tdesktop`, `weba`, `webk` or another name. `unknown` if missing. */
  readonly platform: string;
  readonly startParam: string | null;
  /** The palette, unchecked. Read it with {@link theme}. */
  readonly themeParams: unknown;
  /** Signed init data, unchanged, for the server to check. Null for simple launches. */
  readonly initDataRaw: string | null;
  /** The user who opened the app, unchecked. Read it with {@link launchUser}. */
  readonly user: unknown;
  readonly fullscreen: boolean;
}

/** The version of methods that every client supports. */
export const OLDEST_VERSION = '6.0';

/**
 * Reads launch parameters from a query string (see `launchQueryOf`). Every field is optional. An invalid
 * field gets its default. If a name occurs twice, the first one counts. Never throws.
 */
export function parseLaunchParams(query: string): LaunchParams {
  const pairs = new URLSearchParams(query);
  const param = (name: string) => pairs.get(`tgWebApp${name}`);
  const initDataRaw = param('Data') || null;
  // `null` is read as the text "null", which contains none of the fields.
  const initData = new URLSearchParams(initDataRaw as string);
  return {
    query,
    // Major and minor only: methods do not depend on the rest.
    version: param('Version')?.match(/^\d+(\.\d+)?/)?.[0] ?? OLDEST_VERSION,
    platform: param('Platform') || 'unknown',
    startParam: param('StartParam') || initData.get('start_param') || null,
    themeParams: readJson(param('ThemeParams')),
    initDataRaw,
    user: readJson(initData.get('user')),
    fullscreen: param('Fullscreen') === '1',
  };
}
