import { isTelegram, launchParams, withoutLaunch } from '@prichal/telegram';

export type Os = 'ios' | 'android' | 'macos' | 'windows' | 'linux' | 'unknown';
export type Browser = 'chrome' | 'firefox' | 'safari' | 'opera' | 'unknown';
export type Platform = { os: Os; browser: Browser };

/** Environment of the page: a browser, or a Telegram client (with Telegram's name of its platform). */
export type Environment = Platform & {
  telegram: string | null;
  /** URL of this page, without Telegram's fragment, which contains init data and must stay secret. */
  address: string;
};

const OS: readonly (readonly [RegExp, Os])[] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/Macintosh/, 'macos'],
  [/Windows/, 'windows'],
  [/Linux|CrOS/, 'linux'],
];

// The order matters: user agents also name other browsers.
const BROWSER: readonly (readonly [RegExp, Browser])[] = [
  [/OPR\/|OPT\/|Opera/, 'opera'],
  [/Firefox|FxiOS/, 'firefox'],
  [/Chrome|CriOS|Chromium/, 'chrome'],
  [/Safari/, 'safari'],
];

const match = <T>(table: readonly (readonly [RegExp, T])[], text: string): T | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the platform. An iPad's user agent is that of a Mac, but a Mac has no touch screen. */
export function platformOf(userAgent: string, touchPoints = 0): Platform {
  const os = match(OS, userAgent) ?? 'unknown';
  return {
    os: os === 'macos' && touchPoints > 1 ? 'ios' : os,
    browser: match(BROWSER, userAgent) ?? 'unknown',
  };
}

export const currentPlatform = (): Platform =>
  typeof navigator === 'undefined'
    ? { os: 'unknown', browser: 'unknown' }
    : platformOf(navigator.userAgent, navigator.maxTouchPoints);

export const isPhoneOs = (os: Os): boolean => os === 'ios' || os === 'android';

export const currentEnvironment = (): Environment => ({
  ...currentPlatform(),
  telegram: isTelegram() ? (launchParams()?.platform ?? null) : null,
  address: withoutLaunch(window.location.href),
});

/** Whether the page is in a frame of another page. */
export const isFramed = (): boolean => window.parent !== window;
