import type {
  AppRequest,
  ConnectEvent,
  ConnectRequest,
  RpcMethod,
  WalletEvent,
  WalletResponse,
} from '../protocol/wire.js';
import type { DeviceInfo } from '../types/connect-items.js';

/** What a wallet injects into the page, at `window[key].tonconnect` (protocol of the JS bridge). */
export interface InjectedWallet {
  deviceInfo?: DeviceInfo;
  /** Entry of the wallet for wallets lists. */
  walletInfo?: unknown;
  protocolVersion?: number;
  /** Whether the page is open in the browser of the wallet. */
  isWalletBrowser?: boolean;
  connect(protocolVersion: number, request: ConnectRequest): Promise<ConnectEvent>;
  restoreConnection(): Promise<ConnectEvent>;
  send<M extends RpcMethod>(request: AppRequest<M>): Promise<WalletResponse<M>>;
  /** Calls `callback` for each event. Returns a function that stops it. */
  listen(callback: (event: WalletEvent & { traceId?: string }) => void): () => void;
  /** Old wallets lack it; they take a `disconnect` request instead. */
  disconnect?(): void;
}
