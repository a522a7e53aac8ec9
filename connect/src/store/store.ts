import type { Store } from '../types/ui-state.js';

export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(patch) {
      const keys = Object.keys(patch) as (keyof T)[];
      if (keys.every((key) => Object.is(state[key], patch[key]))) return;
      state = { ...state, ...patch };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Calls `react` when the selected part of the state changes; not with the present one. */
export function watch<T extends object, P>(
  store: Store<T>,
  select: (state: T) => P,
  react: (part: P) => void,
): () => void {
  let last = select(store.get());
  return store.subscribe(() => {
    const part = select(store.get());
    if (Object.is(part, last)) return;
    last = part;
    react(part);
  });
}
