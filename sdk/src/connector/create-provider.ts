import { HttpProvider } from '../bridge/http-provider.js';
import { TonConnectError } from '../errors/index.js';
import { InjectedProvider } from '../injected/injected-provider.js';
import { waitForWallet } from '../injected/wait-for-wallet.js';
import type { BridgeSource } from '../session/raw-connection.js';
import type { WalletConnectionSource } from '../types/index.js';
import { createWalletConnectProvider } from '../wallet-connect/load.js';
import type { ConnectionContext } from './connection-context.js';
import type { Provider } from './provider.js';

/** Creates the provider for `source`. Throws `WalletNotInjectedError` if the wallet is not injected. */
export function createProvider(
  source: WalletConnectionSource | BridgeSource,
  context: ConnectionContext,
): Provider {
  if ('jsBridgeKey' in source) {
    return new InjectedProvider(context.storage, source.jsBridgeKey, context.report);
  }
  if ('type' in source) return createWalletConnectProvider(context.storage);
  return new HttpProvider(context, source);
}

/**
 * Creates the provider of the stored connection, or of the wallet in whose browser the page is open.
 * Null if there is neither. Throws if the stored connection cannot be used.
 */
export async function restoreProvider(context: ConnectionContext): Promise<Provider | null> {
  const { storage, walletsList } = context;
  if (!(await storage.storedConnectionType())) {
    const embedded = await walletsList.getEmbeddedWallet();
    return embedded && createProvider(embedded, context);
  }
  const stored = await storage.getConnection();
  if (!stored) throw new TonConnectError('stored connection has expired or is malformed');
  if (stored.type === 'injected') {
    await waitForWallet(stored.jsBridgeKey);
    return createProvider({ jsBridgeKey: stored.jsBridgeKey }, context);
  }
  return stored.type === 'http' ? new HttpProvider(context) : createWalletConnectProvider(storage);
}
