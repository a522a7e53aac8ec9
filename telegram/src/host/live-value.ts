/** A value that the host can change at any time. Compatible with `useSyncExternalStore`. */
export interface LiveValue<T> {
  get(): T;
  /** Calls the listener after each change. Returns a function that stops this. */
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a live value. It starts at the first read or subscription, so that unused features send no
 * messages.
 * @param start sets the initial value, and later a new value at each change.
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
