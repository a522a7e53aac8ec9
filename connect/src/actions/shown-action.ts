import type { ActionState } from '../types/action.js';
import type { Store, UiState } from '../types/ui-state.js';

/** Shows a request or a piece of news in place of what was shown; null shows nothing. */
export const setAction = (store: Store<UiState>, action: ActionState | null): void =>
  store.set({ action });

/** Puts away what is shown. Requests that wait are given up: they watch `action`. */
export const clearAction = (store: Store<UiState>): void => setAction(store, null);
