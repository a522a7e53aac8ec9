/**
 * Bars. Size: gzip, bytes; the widget's over React and the SDK. kB is 1000 bytes. Those with a wish beside
 * them are what is reached, above what is wanted (docs/internals/performance.md): they go down only.
 */
export const SIZE_LIMITS = {
  /** What paints the button, its styles included. Wanted: 7.5 kB. */
  button: 9_170,
  /**
   * Everything in one language, as readable modules, in all its chunks. Wanted: 42 kB. It was 51.7 in one
   * chunk; parts that a new user does not need are chunks of their own now, which pack worse.
   */
  oneLanguage: 54_280,
  /** The same with the connector, over React alone. Wanted: 55 kB. */
  withConnector: 77_400,
  /** What `useSession` adds to that button at the first load. Its engine is loaded later. */
  session: 970,
  /** `/vanilla` in one language. The runtime of its components, 8 kB, and the Telegram package are in it. */
  vanilla: 63_200,
  /** All of @prichal/telegram's main entry. */
  telegram: 5_380,
  /** What the mini app uses of it, in its page's head and in its bundle together. */
  telegramUsed: 3_440,
  /** A returning visitor of the mini app, until the address. */
  returning: 8_950,
  /** A new one, on a phone, until connected. Wanted: 60 kB. */
  newcomer: 65_650,
} as const;

/** Speed: at most this part of the peer's time, in the same run. */
export const SPEED_LIMITS = {
  buttonVisible: 1 / 2,
  sheetPainted: 1 / 3,
} as const;

/** The start of the mini app, in the same run: parts of what other pages take. */
export const START_LIMITS = {
  /** First contentful paint, of the peer's. */
  firstPaint: 1 / 3,
  /** Header and bars in the theme's colours, of the first paint of the page as plain HTML. */
  dressed: 1.15,
  /** A connected wallet's address painted, of the peer's: the same session in storage. */
  address: 1 / 5,
  /** Total blocking time, of the peer's. */
  blocking: 1 / 3,
} as const;

/** Lighthouse, in each category on each page. */
export const LIGHTHOUSE_SCORE = 100;
