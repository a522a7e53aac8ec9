/** Prefix of everything that the wallet stores in a browser. */
export const NAMESPACE = 'prichal-dev-wallet';

/** Milliseconds before a lost lock is requested again. */
const AGAIN = 20;

/**
 * Runs `task` exclusively under a name, among all tabs. Without Web Locks, runs it at once.
 * Aborting ends the wait, not the task.
 *
 * If a browser grants a lock to a page that is paused at that moment (another page of its process
 * is inside window.open or alert), it cannot call back. Chromium then rejects with a plain Error
 * before the task has begun, so the lock is requested again. A lock manager's deliberate refusals,
 * including an abort, are DOMExceptions.
 */
export async function alone<T>(
  name: string,
  task: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return task();
  for (;;) {
    let begun = false;
    const begin = () => {
      begun = true;
      return task();
    };
    try {
      return await locks.request(`${NAMESPACE}/${name}`, signal ? { signal } : {}, begin);
    } catch (error) {
      if (begun || error instanceof DOMException) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}
