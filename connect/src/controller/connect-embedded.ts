import { emitStarted } from '../events/connection-events.js';
import type { Internals } from '../types/internals.js';
import { listWallets } from '../wallets/list.js';
import { isWalletInfoInjectable } from '../wallets/wallet-info.js';

/**
 * Asks the wallet in whose own browser the page is open, or waits for the proof that it has to be asked
 * for. Not when it was given up meanwhile.
 */
export async function connectEmbedded(
  internals: Internals,
  jsBridgeKey: string,
  traceId: string,
): Promise<void> {
  const { signal } = internals.opening;
  emitStarted(internals, traceId);
  const [{ connectRequest }, wallets] = await Promise.all([
    internals.connection.load(),
    listWallets(internals),
  ]);
  const wallet = wallets
    .filter(isWalletInfoInjectable)
    .find((candidate) => candidate.jsBridgeKey === jsBridgeKey);
  if (signal.aborted || internals.store.get().wallet) return;
  connectRequest.inPage(wallet ?? unlisted(jsBridgeKey));
}

const unlisted = (jsBridgeKey: string) => ({
  name: jsBridgeKey,
  appName: jsBridgeKey,
  imageUrl: '',
  aboutUrl: '',
  platforms: [],
  jsBridgeKey,
  injected: true,
  embedded: true,
});
