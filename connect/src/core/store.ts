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

/** Calls `react` when the selected part of the state changes. Does not call it at the start. */
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

/** @throws TonConnectUIError `DESTROYED` if the widget was stopped. */
export function assertInUse({ store }: WithStore): void {
  if (!store.get().stopped) return;
  throw new TonConnectUIError(
    'This TonConnectUI is not in use: it was destroyed, or its provider was unmounted or hidden. Make a new one.',
    { code: 'DESTROYED' },
  );
}

/** Whether the wallets sheet is open, at the list or at one wallet. */
export const isChoosing = ({ modal, singleWalletModal }: UiState): boolean =>
  modal.status === 'opened' || singleWalletModal.status === 'opened';

/**
 * Returns one part of a widget's state and renders again when it changes. `select` must not create an
 * object. A server, and the first client render of server markup, use `onServer`, because the user's
 * storage cannot be read there.
 */
export const useUiSelector = <P>(internals: StateView, select: (state: UiState) => P): P =>
  useSyncExternalStore(
    internals.store.subscribe,
    () => select(internals.store.get()),
    () => select(internals.onServer),
  );

/** Returns the whole state. Renders again with every change, so only small components use it. */
export const useUiState = ({ store, onServer }: StateView): UiState =>
  useSyncExternalStore(store.subscribe, store.get, () => onServer);
