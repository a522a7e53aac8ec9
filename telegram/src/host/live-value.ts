/** A value that the host may change at any time. Made to be read by `useSyncExternalStore`. */
export interface LiveValue<T> {
  get(): T;
  /** Calls back after each change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/**
 * Makes a live value. Only the first read or subscription starts it, so that a feature nobody uses
 * costs no message.
 *
 * @param start sets the value until the host has spoken, then again at each change.
 */
export function liveValue<T>(start: (set: (value: T) => void) => void): LiveValue<T> {
  const listeners = new Set<() => void>();
  let current: T | undefined;
  const set = (value: T) => {
    current = value;
    for (const listener of [...listeners]) listener();
  };
  const get = (): T => {
    if (current === undefined) start(set);
    return current as T;
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
