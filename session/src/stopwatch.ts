/**
 * Returns a function that returns the milliseconds since this call. The greater of two clocks counts, because one
 * can be set back, and the other stops while the machine sleeps.
 */
export function stopwatch(): () => number {
  const wall = Date.now();
  const steady = performance.now();
  return () => Math.max(Date.now() - wall, performance.now() - steady);
}
