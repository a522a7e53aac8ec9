/** Longest wait, ms. A busy or hidden page must not delay the user's address for longer. */
const DEADLINE_MS = 500;
/** Wait after the frame in browsers without `requestIdleCallback`, ms. */
const BEHIND_FRAME_MS = 50;

const whenIdle = (work: () => void): unknown =>
  globalThis.requestIdleCallback?.(work) ?? setTimeout(work, BEHIND_FRAME_MS);

/**
 * Runs `work` when the page is idle after its next frame. `requestIdleCallback` is not enough, because the
 * page is also idle between a render and its frame. `urgent` work runs right after the frame. Returns a
 * function that cancels it.
 */
export function afterPaint(work: () => void, urgent = false): () => void {
  let waits = true;
  const run = (): void => {
    if (waits) work();
    waits = false;
  };
  globalThis.requestAnimationFrame?.(() => (urgent ? setTimeout : whenIdle)(run));
  setTimeout(run, DEADLINE_MS);
  return () => {
    waits = false;
  };
}

/** Whether the user has asked pages to save data. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
