import type { Lazy, LoadedOnce } from '../internals.js';

/**
 * Creates a part that loads at its first use. After a failed load, the next call retries it. A part that
 * arrives after `release` is disposed of at once. While `assertAllowed` throws, nothing is loaded and
 * `load` rejects with its error.
 */
export function lazy<T extends { dispose(): void }>(
  make: () => Promise<T>,
  assertAllowed: () => void,
): Lazy<T> {
  let held: Promise<T> | null = null;
  let current: T | null = null;

  const begin = async (): Promise<T> => {
    // A microtask later, because StrictMode stops a widget and starts it again in the same task.
    await null;
    assertAllowed();
    return make();
  };
  const load = (): Promise<T> => {
    if (held) return held;
    const started: Promise<T> = begin().then(
      (made) => {
        if (held === started) {
          current = made;
          return made;
        }
        made.dispose();
        assertAllowed();
        // It was released and requested again during the load.
        return load();
      },
      (error: unknown) => {
        if (held === started) held = null;
        throw error;
      },
    );
    held = started;
    return started;
  };
  return {
    load,
    get current() {
      return current;
    },
    release() {
      current?.dispose();
      current = null;
      held = null;
    },
  };
}

/**
 * Keeps the loaded code, so that a press can use it at once. An import of a loaded module resolves only
 * in a later task.
 */
export function loadedOnce<T>(load: () => Promise<T>): LoadedOnce<T> {
  let current: T | null = null;
  return {
    async load() {
      current ??= await load();
      return current;
    },
    get current() {
      return current;
    },
  };
}
