/** Waits two frames, until React has rendered and painted all changes so far. */
export async function painted(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Waits for a condition frame by frame, for tests with a fake clock, which Vitest's own waits would move. */
export async function paintedUntil(condition: () => unknown): Promise<void> {
  while (!condition()) await painted();
}
