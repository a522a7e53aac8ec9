/**
 * Limits. Sizes are in gzipped bytes; the widget's are in addition to React and the SDK. 1 kB is
 * 1000 bytes. If a target is named, the limit is the current size above it
 * (docs/internals/performance.md) and may only decrease.
 */
export const SIZE_LIMITS = {
  /** Code that paints the button, with its styles. Target: 7.5 kB. */
  button: 9_170,
  /**
   * The whole widget in one language, as readable modules, in all its chunks. Target: 42 kB. In one
   * chunk it would be smaller, but parts that a new user does not need are separate chunks, which
   * compress less.
   */
  oneLanguage: 54_280,
  /** The same widget with its connector, in addition to React. Target: 55 kB. */
  withConnector: 77_400,
  /** Size that `useSession` adds to the button at the first load. Its engine loads later. */
  session: 970,
  /**
   * `/vanilla` in one language. It contains its component runtime, 8 kB, and the Telegram package.
   */
  vanilla: 63_200,
  /** Size that `/vue` adds to `/vanilla`, as a readable module. */
  vue: 1_670,
  /** The main entry of @prichal/telegram. */
  telegram: 5_380,
  /** The part of it that the mini app uses, in its page's head and its bundle together. */
  telegramUsed: 3_440,
  /** A returning user of the mini app, until the address is shown. */
  returning: 8_950,
  /** A new user on a phone, until connected. Target: 60 kB. */
  newcomer: 65_650,
} as const;

/** Speed limits, as a fraction of @tonconnect/ui-react's time in the same run. */
export const SPEED_LIMITS = {
  buttonVisible: 1 / 2,
  sheetPainted: 1 / 3,
} as const;

/** Start of the mini app, as a fraction of other pages' times in the same run. */
export const START_LIMITS = {
  /** First contentful paint, relative to the other app. */
  firstPaint: 1 / 3,
  /** Header and bars in the theme's colours, relative to the first paint of the plain HTML page. */
  dressed: 1.15,
  /**
   * A connected wallet's address painted, relative to the other app with the same stored session.
   */
  address: 1 / 5,
  /** Total blocking time, relative to the other app. */
  blocking: 1 / 3,
} as const;

/** Part of the frames of a movement that take longer than 16.7 ms, and than 33 ms. */
export const MOTION_LIMITS = {
  late: 0.05,
  lost: 0.01,
} as const;

/** Lighthouse score in each category on each page. */
export const LIGHTHOUSE_SCORE = 100;
