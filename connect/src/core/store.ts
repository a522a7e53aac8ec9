import { useSyncExternalStore } from 'react';
import { TonConnectUIError } from './errors/base-errors.js';
import type { StateView, WithStore } from './internals.js';
import type { Store, UiState } from './state.js';

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

/** @throws TonConnectUIError `DESTROYED` when the widget is not in use any more. */
export function assertInUse({ store }: WithStore): void {
  if (!store.get().stopped) return;
  throw new TonConnectUIError(
    'This TonConnectUI is not in use: it was destroyed, or its provider was unmounted or hidden. Make a new one.',
    { code: 'DESTROYED' },
  );
}

/** Whether the wallets sheet is open, by either of its ways in. */
export const isChoosing = ({ modal, singleWalletModal }: UiState): boolean =>
  modal.status === 'opened' || singleWalletModal.status === 'opened';

/**
 * One part of a widget's state, kept current. Give it a part, not an object made on the spot. The
 * server, and the first client render of server markup, see `onServer`: the state that everybody
 * shares before the visitor's storage can be read.
 */
export const useUiSelector = <P>(internals: StateView, select: (state: UiState) => P): P =>
  useSyncExternalStore(
    internals.store.subscribe,
    () => select(internals.store.get()),
    () => select(internals.onServer),
  );

/** All of it, for a part of the page that is small: it renders again with every change. */
export const useUiState = ({ store, onServer }: StateView): UiState =>
  useSyncExternalStore(store.subscribe, store.get, () => onServer);
