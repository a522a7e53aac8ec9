import type { WithStore } from '../types/internals.js';
import type { LoadStatus } from '../types/ui-state.js';

/**
 * Runs what somebody waits for, and says in the state how its code is doing. A second failure in a row
 * is `stuck`: some browsers keep a failure for as long as the page lives. What is `ready` takes no time,
 * and a state that ends at once would render every button twice within the press.
 */
export async function withLoadStatus<T>(
  { store }: WithStore,
  work: () => Promise<T>,
  ready?: unknown,
): Promise<T> {
  const before = store.get().loadStatus;
  const again = before === 'failed' || before === 'stuck';
  let loadStatus: LoadStatus = 'idle';
  if (again || !ready) store.set({ loadStatus: 'loading' });
  try {
    return await work();
  } catch (error) {
    if (Object(error).code === 'NOT_LOADED') loadStatus = again ? 'stuck' : 'failed';
    throw error;
  } finally {
    // A widget that was taken down meanwhile has nothing to say.
    if (!store.get().stopped) store.set({ loadStatus });
  }
}

/** A widget that is taken down has nothing to say. */
export const resetLoadStatus = ({ store }: WithStore): void => store.set({ loadStatus: 'idle' });
