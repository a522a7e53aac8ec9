import { createHttpProvider } from '../bridge/http-provider.js';
import type { DroppedMessages } from '../bridge/wallet-message.js';
import { TonConnectError } from '../errors/index.js';
import type { Listeners } from '../events/listeners.js';
import type { Tracker } from '../events/tracker.js';
import { createInjectedProvider } from '../injected/injected-provider.js';
import type { BridgeSource, ConnectionStorage } from '../session/connection-storage.js';
import type { Wallet, WalletConnectionSource } from '../types/index.js';
import { createWalletConnectProvider } from '../wallet-connect/load.js';
import { findInjectedWallet } from '../wallets/find-wallets.js';
import type { WalletsListManager } from '../wallets/wallets-list-manager.js';
import type { Requirements } from './connected-wallet.js';
import type { Provider, ReportEvent } from './provider.js';

/** How long a stored connection waits for its wallet to appear on the page, in ms. */
const LONGEST_WAIT_MS = 3000;

/** Interval at which `window` is checked, in ms. Wallets do not announce themselves. */
const INTERVAL_MS = 50;

/**
 * Resolves when the wallet is injected into this page, at the latest after 3 s. Extensions can inject
 * their wallet after the page's own scripts have run.
 */
export async function waitForWallet(key: string): Promise<void> {
  const end = Date.now() + LONGEST_WAIT_MS;
  while (typeof window !== 'undefined' && !findInjectedWallet(key) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

/** Objects that a connection shares with its connector. */
export type ConnectionContext = {
  storage: ConnectionStorage;
  walletsList: WalletsListManager;
  tracker: Tracker;
  /** Null: the wallet has been disconnected. */
  statusListeners: Listeners<Wallet | null>;
  errorListeners: Listeners<TonConnectError>;
  dropped: DroppedMessages;
  /** Undefined if analytics are off. */
  report: ReportEvent | undefined;
  requirements(): Requirements;
  /** Called when the set of unreached bridges may have changed. */
  onReach(): void;
};

/** Creates the provider for `source`. Throws `WalletNotInjectedError` if the wallet is not injected. */
export function createProvider(
  source: WalletConnectionSource | BridgeSource,
  context: ConnectionContext,
): Provider {
  if ('jsBridgeKey' in source) {
    return createInjectedProvider(context.storage, source.jsBridgeKey, context.report);
  }
  if ('type' in source) return createWalletConnectProvider(context.storage);
  return createHttpProvider(context, source);
}

/**
 * Creates the provider of the stored connection, or of the wallet in whose browser the page is open.
 * Null if there is neither. Throws if the stored connection cannot be used.
 */
export async function restoreProvider(context: ConnectionContext): Promise<Provider | null> {
  const { storage, walletsList } = context;
  if (!(await storage.isStored())) {
    const embedded = await walletsList.getEmbeddedWallet();
    return embedded && createProvider(embedded, context);
  }
  const stored = await storage.getConnection();
  if (!stored) throw new TonConnectError('stored connection has expired or is malformed');
  if (stored.type === 'injected') {
    await waitForWallet(stored.jsBridgeKey);
    return createProvider({ jsBridgeKey: stored.jsBridgeKey }, context);
  }
  return stored.type === 'http'
    ? createHttpProvider(context)
    : createWalletConnectProvider(storage);
}
