import type { ActionState } from '../types/action.js';
import type { Store, UiState } from '../types/ui-state.js';

/** A request that is over. Only its notice is left, until it has closed. */
export const closing = (one: ActionState): ActionState => ({
  ...one,
  open: false,
  notice: one.notice && 'closing',
});

export const setRequests = (store: Store<UiState>, requests: readonly ActionState[]): void =>
  store.set({ requests });

/** Ends all requests, which cancels them: each watches its entry. The notices of results stay. */
export const clearActions = (store: Store<UiState>): void =>
  setRequests(
    store,
    store
      .get()
      .requests.map((one) => (one.open ? closing(one) : one))
      .filter(({ notice }) => notice),
  );
