import { emitStarted } from '../events/connection-events.js';
import type { Internals } from '../types/internals.js';
import { listWallets } from '../wallets/list.js';
import { isWalletInfoInjectable } from '../wallets/wallet-info.js';

/** Asks the wallet in whose own browser the page is open. */
export async function connectEmbedded(
  internals: Internals,
  jsBridgeKey: string,
  traceId: string,
): Promise<void> {
  emitStarted(internals, traceId);
  const [{ connectRequest }, wallets] = await Promise.all([
    internals.connection.load(),
    listWallets(internals),
  ]);
  const wallet = wallets
    .filter(isWalletInfoInjectable)
    .find((candidate) => candidate.jsBridgeKey === jsBridgeKey);
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
