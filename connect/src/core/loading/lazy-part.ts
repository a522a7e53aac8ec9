import type { Lazy, LoadedOnce } from '../internals.js';

/**
 * A failed load is not kept: the next call tries again, for example when the network is back. A
 * part that arrives after `release` is disposed of at once. While `assertAllowed` throws, nothing is
 * loaded and `load` rejects with what it throws.
 */
export function lazy<T extends { dispose(): void }>(
  make: () => Promise<T>,
  assertAllowed: () => void,
): Lazy<T> {
  let held: Promise<T> | null = null;
  let current: T | null = null;

  const begin = async (): Promise<T> => {
    // A microtask later: StrictMode stops a widget and starts it again in one go.
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
        // Let go and wanted again while it was on its way.
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
 * Keeps the loaded code: even an import of a loaded module resolves a task later, and a press
 * should not wait for that.
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
