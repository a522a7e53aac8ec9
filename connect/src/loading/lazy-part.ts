import type { Lazy, LoadedOnce } from '../types/internals.js';

/**
 * A failed load is not kept: the next call tries again, for example when the network is back. A
 * part that arrives after `release` is disposed of at once.
 */
export function lazy<T extends { dispose(): void }>(make: () => Promise<T>): Lazy<T> {
  let held: Promise<T> | null = null;
  let current: T | null = null;
  return {
    load() {
      if (held) return held;
      const started: Promise<T> = make().then(
        (made) => {
          if (held === started) current = made;
          else made.dispose();
          return made;
        },
        (error: unknown) => {
          if (held === started) held = null;
          throw error;
        },
      );
      held = started;
      return started;
    },
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
