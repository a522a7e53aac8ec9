import { translateError } from '../connection/translate-error.js';
import type { Core } from '../controller/core.js';

/** Ends the session here at once, and tells the wallet. @throws WalletNotConnectedError */
export async function disconnect(core: Core): Promise<void> {
  core.store.get().action?.cancel();
  core.store.set({ action: null });
  const { connector } = await core.connection.load();
  try {
    await connector.disconnect();
  } catch (error) {
    throw translateError(error);
  }
}
