import type { OptionalTraceable } from '@tonconnect/sdk';
import { translateError } from '../connection/translate-error.js';
import type { Core } from '../controller/core.js';
import { tellDisconnected } from '../events/connection-events.js';

/**
 * Ends the session here at once, and tells the wallet. Requests that wait are given up: they watch
 * `action`. @throws WalletNotConnectedError
 */
export async function disconnect(core: Core, options: OptionalTraceable = {}): Promise<void> {
  const { wallet } = core.store.get();
  core.store.set({ action: null });
  const connection = await core.connection.load();
  if (wallet) tellDisconnected(core, wallet, 'dapp', options.traceId);
  try {
    await connection.disconnect(options);
  } catch (error) {
    throw translateError(error);
  }
}
