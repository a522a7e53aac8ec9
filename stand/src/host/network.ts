import type { Settings } from './settings';

/** What happens to one reply on its way to the app. */
export type Passage = { delay: number; dropped: boolean };

/** Replies take up to this long on a slow network, in milliseconds. */
const SLOWEST = 2000;

/**
 * Small deterministic random numbers (mulberry32): one launch after another behaves the same, so
 * that an address reproduces what somebody saw.
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
 * Slow: 0 to 2 s late, so out of order too. Dropped: every second one, on average, is lost. Random:
 * both at once.
 */
export function passage(net: Settings['net'], random: () => number): Passage {
  const dropped = (net === 'drop' || net === 'random') && random() < 0.5;
  const late = net === 'slow' || net === 'random';
  return { delay: late && !dropped ? Math.round(random() * SLOWEST) : 0, dropped };
}
