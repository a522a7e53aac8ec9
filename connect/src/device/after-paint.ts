/** Longest wait for an idle moment, ms: a busy page must not keep a visitor's address back. */
const IDLE_DEADLINE_MS = 500;

/** Runs `work` once the first paint is out and the page is idle. Returns a cancel. */
export function afterPaint(work: () => void): () => void {
  let cancelIdle = (): void => undefined;
  const frame = requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') {
      const idle = requestIdleCallback(work, { timeout: IDLE_DEADLINE_MS });
      cancelIdle = () => cancelIdleCallback(idle);
    } else {
      const timer = setTimeout(work);
      cancelIdle = () => clearTimeout(timer);
    }
  });
  // A hidden page has no frames; a session is restored there as well.
  const hidden = document.hidden ? setTimeout(work) : undefined;
  if (hidden !== undefined) cancelAnimationFrame(frame);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(hidden);
    cancelIdle();
  };
}
