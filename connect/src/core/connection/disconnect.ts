import type { OptionalTraceable } from '@prichal/sdk';
import { translateError } from '../errors/translate-error.js';
import { emitDisconnected } from '../events/connection-events.js';
import type { RequestContext } from '../internals.js';
import { clearActions } from '../modal.js';
import type { Store, UiState } from '../state.js';
import { assertInUse, watch } from '../store.js';

/**
 * Ends the session at once and notifies the wallet. Cancels pending requests.
 * @throws WalletNotConnectedError, TonConnectUIError `DESTROYED`
 */
export async function disconnect(
  internals: RequestContext,
  options: OptionalTraceable = {},
): Promise<void> {
  assertInUse(internals);
  clearActions(internals.store);
  const connection = await internals.connection.load();
  await restored(internals.store);
  const { wallet } = internals.store.get();
  if (wallet) emitDisconnected(internals, wallet, 'dapp', options.traceId);
  try {
    await connection.disconnect(options);
  } catch (error) {
    throw translateError(error);
  }
}

/** Resolves when the restoring of a stored session has ended. The button shows its address already. */
const restored = (store: Store<UiState>): Promise<void> =>
  new Promise((resolve) => {
    const isOpen = ({ restoring, stopped }: UiState): boolean => restoring && !stopped;
    if (!isOpen(store.get())) return resolve();
    const stop = watch(store, isOpen, () => {
      stop();
      resolve();
    });
  });
