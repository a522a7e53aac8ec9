/** Until what React was told by now has been rendered and painted: two frames. */
export async function painted(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Waits for a condition frame by frame, where the clock is a fake one: Vitest's own waits move that. */
export async function paintedUntil(condition: () => unknown): Promise<void> {
  while (!condition()) await painted();
}
