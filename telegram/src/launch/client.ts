import { readPairs } from './query.js';

/** Which client opened the app, as it says. */
export interface LaunchClient {
  /** Mini Apps version, `6.0` when unknown. A claim, not a promise: see {@link supports}. */
  readonly version: string;
  /** `android`, `ios`, `macos`, `tdesktop`, `weba`, `webk`, …; `unknown` when not told. */
  readonly platform: string;
}

/** The floor: methods that every client knows. */
export const OLDEST_VERSION = '6.0';

export function launchClientOf(query: string): LaunchClient {
  const pairs = readPairs(query);
  const version = pairs.get('tgWebAppVersion') ?? '';
  return {
    version: /^\d+(\.\d+)*$/.test(version) ? version : OLDEST_VERSION,
    platform: pairs.get('tgWebAppPlatform') || 'unknown',
  };
}
