import { useSyncExternalStore } from 'react';
import type { Store } from './store.js';

/**
 * Subscribes a component to one part of a store. The server, and the first client render of server
 * markup, see `onServer`: the state that everybody shares before the visitor's storage can be read.
 */
export function useSelector<T extends object, P>(
  store: Store<T>,
  select: (state: T) => P,
  onServer: T,
): P {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(onServer),
  );
}
