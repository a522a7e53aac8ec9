import type { DroppedMessages } from '../bridge/dropped.js';
import type { TonConnectError } from '../errors/index.js';
import type { Listeners } from '../events/listeners.js';
import type { TonConnectTracker } from '../events/tracker.js';
import type { ConnectionStorage } from '../session/connection-storage.js';
import type { Wallet } from '../types/index.js';
import type { WalletsListManager } from '../wallets/wallets-list-manager.js';
import type { Requirements } from './connected-wallet.js';
import type { ReportEvent } from './provider.js';

/** What a connection shares with its connector. */
export type ConnectionContext = {
  storage: ConnectionStorage;
  walletsList: WalletsListManager;
  tracker: TonConnectTracker;
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
