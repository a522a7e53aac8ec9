import { OLDEST_VERSION } from '../launch/parse.js';
import type { Head } from './head.js';

/** A value that the host may change at any time. Made to be read by `useSyncExternalStore`. */
export interface LiveValue<T> {
  get(): T;
  /** Calls back after each change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** What an event makes of the value before it. The same value is no change. */
type Next<T> = (before: T, data: unknown) => T;

/**
 * Makes a live value of what the host tells: for each name in `nexts` it asks `web_app_request_…` and
 * hears `…_changed`. Only the first read or subscription does, so that a feature nobody uses costs no
 * message.
 *
 * @param first makes the value until the host has spoken; `set` is for changes from elsewhere.
 * @param since Mini Apps version that brought the questions; null: there are none.
 */
export function liveValue<T>(
  head: () => Head,
  first: (set: (value: T) => void) => T,
  nexts: Record<string, Next<T>>,
  since: string | null = OLDEST_VERSION,
): LiveValue<T> {
  const listeners = new Set<() => void>();
  let current: T | undefined;
  const set = (value: T) => {
    if (value === current) return;
    current = value;
    for (const listener of [...listeners]) listener();
  };
  const get = (): T => {
    if (current === undefined) {
      current = first(set);
      const { on, tell } = head();
      for (const [name, next] of Object.entries(nexts)) {
        const ask = () => since && tell(`web_app_request_${name}`, since);
        on(`${name}_changed`, (data) => set(next(get(), data)));
        // iOS sends new sizes after this event, some clients none at all.
        on('fullscreen_changed', ask);
        ask();
      }
    }
    return current;
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
