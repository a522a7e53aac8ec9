/**
 * Milliseconds since now. The greater of two clocks counts: one may be set back, the other stands still
 * while the machine sleeps.
 */
export function stopwatch(): () => number {
  const wall = Date.now();
  const steady = performance.now();
  return () => Math.max(Date.now() - wall, performance.now() - steady);
}
