import type { Settings } from './settings';

/** Fate of one reply on its way to the app. */
export type Passage = { delay: number; dropped: boolean };

/** Longest delay of a reply on a slow network, in milliseconds. */
const SLOWEST = 2000;

/**
 * Makes a deterministic random number generator (mulberry32). The same seed gives the same launch,
 * so that an address reproduces what a colleague saw.
 */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Decides about a reply. Slow: delayed by 0 to 2 s, so possibly out of order. Dropped: half of the
 * replies are lost. Random: both.
 */
export function passage(net: Settings['net'], random: () => number): Passage {
  const dropped = (net === 'drop' || net === 'random') && random() < 0.5;
  const late = net === 'slow' || net === 'random';
  return { delay: late && !dropped ? Math.round(random() * SLOWEST) : 0, dropped };
}
