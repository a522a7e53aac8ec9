/** A value that the host may change at any time. Made to be read by `useSyncExternalStore`. */
export interface LiveValue<T> {
  get(): T;
  /** Calls back after each change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/**
 * Makes a live value. `connect` runs once, on the first read or subscription: it returns the first
 * value and keeps `set` for later ones, so that a feature nobody uses costs no message.
 */
export function liveValue<T>(connect: (set: (value: T) => void) => T): LiveValue<T> {
  const listeners = new Set<() => void>();
  let current: { value: T } | undefined;
  const get = () => {
    current ??= {
      value: connect((value) => {
        current = { value };
        for (const listener of [...listeners]) listener();
      }),
    };
    return current.value;
  };
  return {
    get,
    subscribe(listener) {
      get();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
