/**
 * How many rounds a benchmark is asked for.
 * @throws when it is no whole number from 1 on
 */
export function roundsAsked(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= 1) return rounds;
  throw new Error(`--runs=${text} is no number of rounds: give 1 or more`);
}

/** The middle of what the rounds gave; of an even number of them the upper of two. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
