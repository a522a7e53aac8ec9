import { tell } from '../events/dispatch.js';
import { listWallets } from '../wallets/list.js';
import { isWalletInfoInjectable } from '../wallets/wallet-info.js';
import type { Core } from './core.js';

/** Asks the wallet in whose own browser the page is open. */
export async function connectEmbedded(
  core: Core,
  jsBridgeKey: string,
  traceId: string,
): Promise<void> {
  tell(core, 'ConnectionStarted', traceId);
  const [{ attempts }, wallets] = await Promise.all([core.connection.load(), listWallets(core)]);
  const wallet = wallets
    .filter(isWalletInfoInjectable)
    .find((candidate) => candidate.jsBridgeKey === jsBridgeKey);
  attempts.inPage(wallet ?? unlisted(jsBridgeKey));
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
