/** Longest wait for an idle moment, ms: a busy page must not keep a visitor's address back. */
const IDLE_DEADLINE_MS = 500;

/** Runs `work` when the page is idle, or, in browsers that do not tell, soon. Returns a cancel. */
export function afterPaint(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: IDLE_DEADLINE_MS });
  return () => cancelIdleCallback(idle);
}
