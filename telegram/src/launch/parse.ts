import { readJson } from './attempt.js';

/** What Telegram told the app when it opened it. */
export interface LaunchParams {
  /**
   * All of them as text, to carry along ({@link launchHash}). Follows the theme: it is true of this
   * moment. Empty when the client has lost them.
   */
  query: string;
  /** Mini Apps version, `6.0` when unknown. A claim, not a promise: see {@link supports}. */
  readonly version: string;
  /** `android`, `ios`, `macos`, `tdesktop`, `weba`, `webk`, …; `unknown` when not told. */
  readonly platform: string;
  readonly startParam: string | null;
  /** The palette, whatever the client has told: read it by {@link theme}. */
  readonly themeParams: unknown;
  /** Signed init data exactly as it came, for the server to check. Null for simple launches. */
  readonly initDataRaw: string | null;
  /** Who opened the app, whatever the client has told: read it by {@link launchUser}. */
  readonly user: unknown;
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
  const param = (name: string) => pairs.get(`tgWebApp${name}`);
  const initDataRaw = param('Data') || null;
  // Nothing is read as `null`, which holds no pair of ours.
  const initData = new URLSearchParams(initDataRaw as string);
  return {
    query,
    // Major and minor: what is behind them no method goes by.
    version: param('Version')?.match(/^\d+(\.\d+)?/)?.[0] ?? OLDEST_VERSION,
    platform: param('Platform') || 'unknown',
    startParam: param('StartParam') || initData.get('start_param') || null,
    themeParams: readJson(param('ThemeParams')),
    initDataRaw,
    user: readJson(initData.get('user')),
    fullscreen: param('Fullscreen') === '1',
  };
}
