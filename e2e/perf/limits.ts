/** Bars. Size: gzip, bytes; the widget's over React and the SDK. kB is 1000 bytes. */
export const SIZE_LIMITS = {
  firstLoadJs: 6_000,
  firstLoadCss: 5_000,
  /** Today's value, so that it cannot grow; the aim is 25,000. */
  oneLanguage: 40_200,
  /** All of @prichal/telegram's main entry. */
  telegram: 5_300,
} as const;

/** Speed: at most this part of the peer's time, in the same run. */
export const SPEED_LIMITS = {
  buttonVisible: 1 / 2,
  sheetPainted: 1 / 3,
} as const;
