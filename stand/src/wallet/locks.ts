/** Prefix of everything that the wallet keeps for itself in a browser. */
export const NAMESPACE = 'prichal-dev-wallet';

/** Milliseconds before a lock that was lost on its way is asked for again. */
const AGAIN = 20;

/**
 * Runs `task` alone under a name, among all tabs; without Web Locks, at once. Aborting gives up the
 * wait, not the task.
 *
 * A browser that grants a lock to a page which is just then paused (another page of its process is
 * inside window.open or alert) cannot call back: Chromium then rejects with a plain Error, the task
 * not begun. Nothing has happened, so the lock is asked for again. What a lock manager refuses on
 * purpose, an abort included, is a DOMException.
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
