/**
 * Parses the number of rounds of a benchmark.
 * @throws if it is not a whole number from 1 on
 */
export function roundsAsked(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= 1) return rounds;
  throw new Error(`--runs=${text} is no number of rounds: give 1 or more`);
}

/** Returns the median. For an even number of values, the upper of the middle two. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
