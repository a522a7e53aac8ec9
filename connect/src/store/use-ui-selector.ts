import { useSyncExternalStore } from 'react';
import type { StateView } from '../types/internals.js';
import type { UiState } from '../types/ui-state.js';

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
