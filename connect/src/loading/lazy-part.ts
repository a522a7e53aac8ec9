import type { Lazy, LoadedOnce } from '../types/internals.js';

/**
 * A failed load is not kept: the next call tries again (a chunk that did not load in a tunnel loads
 * after it). What arrives after `release` is disposed of at once.
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

/** Even code that is loaded is imported a task later, and a press should not wait for one. */
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
