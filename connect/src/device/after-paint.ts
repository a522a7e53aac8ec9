/** Longest wait, ms: a busy page, or one that nobody sees, must not keep a visitor's address back. */
const DEADLINE_MS = 500;
/** Wait behind the frame in browsers that do not tell when they are idle, ms. */
const BEHIND_FRAME_MS = 50;

/**
 * Runs `work` when the page is idle behind its next frame: idle it is also between a render and the
 * frame that shows it. Returns a cancel.
 */
export function afterPaint(work: () => void): () => void {
  let waits = true;
  const run = (): void => {
    if (waits) work();
    waits = false;
  };
  const idle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then, BEHIND_FRAME_MS));
  globalThis.requestAnimationFrame?.(() => idle(run));
  setTimeout(run, DEADLINE_MS);
  return () => {
    waits = false;
  };
}
