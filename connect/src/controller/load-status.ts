import { TonConnectError } from '../errors/base-errors.js';
import type { Internals } from '../types/internals.js';

/**
 * Runs what somebody waits for, and says in the state how its code is doing. A second failure in a row
 * is `stuck`: some browsers keep a failure for as long as the page lives.
 */
export async function withLoadStatus<T>({ store }: Internals, work: () => Promise<T>): Promise<T> {
  const { loadStatus: before } = store.get();
  store.set({ loadStatus: 'loading' });
  try {
    const result = await work();
    store.set({ loadStatus: 'idle' });
    return result;
  } catch (error) {
    if (store.get().stopped) throw error;
    const notLoaded = error instanceof TonConnectError && error.code === 'NOT_LOADED';
    const again = before === 'failed' || before === 'stuck';
    store.set({ loadStatus: !notLoaded ? 'idle' : again ? 'stuck' : 'failed' });
    throw error;
  }
}

/** A widget that is taken down has nothing to say. */
export const resetLoadStatus = ({ store }: Internals): void => store.set({ loadStatus: 'idle' });
