/**
 * What is sent to `analytics.ton.org`: nothing, events without the user, or events with the user's
 * Telegram ID, locale and wallet address.
 */
export type AnalyticsMode = 'off' | 'telemetry' | 'full';

/** Options of analytics. */
export interface AnalyticsSettings {
  /** `telemetry` by default. */
  mode?: AnalyticsMode;
}

/** A Telegram user, as the mini app knows them. */
export type TelegramUser = {
  id: number;
  /** Whether the user has Telegram Premium. */
  isPremium: boolean;
};

/** Facts about the user's device. Analytics report them. */
export interface IEnvironment {
  /** Language of the user, for example `en-US`. */
  getLocale(): string;
  /** Name of the browser. */
  getBrowser(): string;
  /** Name of the operating system. */
  getPlatform(): string;
  /** The user of the mini app. Undefined outside Telegram. */
  getTelegramUser(): TelegramUser | undefined;
  /** Kind of the app: a web page, a Telegram mini app, or another one. */
  getClientEnvironment(): 'web' | 'miniapp' | (string & {});
}
