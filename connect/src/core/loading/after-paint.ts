/** Longest wait, ms: a busy page, or one that nobody sees, must not keep a visitor's address back. */
const DEADLINE_MS = 500;
/** Wait behind the frame in browsers that do not tell when they are idle, ms. */
const BEHIND_FRAME_MS = 50;

const whenIdle = (work: () => void): unknown =>
  globalThis.requestIdleCallback?.(work) ?? setTimeout(work, BEHIND_FRAME_MS);

/**
 * Runs `work` when the page is idle after its next frame. Waiting for idle time alone would not do:
 * the page is idle also between a render and the frame that shows it. `urgent` work runs right
 * after the frame. Returns a cancel.
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

/** Whether the visitor asks pages to load only what is needed. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
