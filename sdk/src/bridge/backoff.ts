/** First pause before a failed stream is opened again, in ms. Doubles with each failure. */
const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;

/** Pause after the `failures`-th failure in a row (1 is the first), in ms, with jitter of 25 %. */
export const backoff = (failures: number): number =>
  Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS) * (0.75 + Math.random() / 2);
