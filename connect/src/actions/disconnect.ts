import type { OptionalTraceable } from '@tonconnect/sdk';
import { translateError } from '../errors/translate-error.js';
import { emitDisconnected } from '../events/connection-events.js';
import { assertInUse } from '../store/in-use.js';
import type { Internals } from '../types/internals.js';
import { clearAction } from './action-lifecycle.js';

/**
 * Ends the session here at once, and tells the wallet. Requests that wait are given up.
 * @throws WalletNotConnectedError, TonConnectUIError `DESTROYED`
 */
export async function disconnect(
  internals: Internals,
  options: OptionalTraceable = {},
): Promise<void> {
  assertInUse(internals);
  const { wallet } = internals.store.get();
  clearAction(internals.store);
  const connection = await internals.connection.load();
  if (wallet) emitDisconnected(internals, wallet, 'dapp', options.traceId);
  try {
    await connection.disconnect(options);
  } catch (error) {
    throw translateError(error);
  }
}
