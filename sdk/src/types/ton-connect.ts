import type { TonConnectError } from '../errors/index.js';
import type { ConnectAdditionalRequest } from './connect-items.js';
import type { ChainId } from './enums.js';
import type {
  OptionalTraceable,
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
} from './requests.js';
import type {
  Account,
  Wallet,
  WalletConnectionSource,
  WalletConnectionSourceHTTP,
  WalletConnectionSourceJS,
  WalletConnectionSourceWalletConnect,
} from './wallet.js';
import type { WalletInfo } from './wallet-info.js';

/** The connector of `@tonconnect/sdk`. `TonConnect` implements it. */
export interface ITonConnect {
  /** Whether a wallet is connected. */
  connected: boolean;
  /** Account of the connected wallet. Null without one. */
  account: Account | null;
  /** The connected wallet. Null without one. */
  wallet: Wallet | null;

  /**
   * Returns the wallets list, with the wallets that are injected into this page.
   * @throws FetchWalletsError if the list cannot be read.
   */
  getWallets(): Promise<WalletInfo[]>;

  /**
   * Calls `callback` whenever a wallet connects or disconnects.
   * @param callback Receives the connected wallet, or null.
   * @param errorsHandler Receives the error if a wallet rejects a connect request.
   * @returns A function that stops both.
   */
  onStatusChange(
    callback: (walletInfo: Wallet | null) => void,
    errorsHandler?: (err: TonConnectError) => void,
  ): () => void;

  /**
   * Sends a connect request. The answer is reported to the listeners of `onStatusChange`.
   * @param wallet The wallet, or several bridges for a request that any of their wallets may answer.
   * @param request Additional items.
   * @param options `openingDeadlineMS` limits the opening of a bridge, in ms.
   * @returns The link that opens the wallet with the request, if the wallet is reached over a bridge.
   * @throws WalletAlreadyConnectedError if a wallet is connected.
   */
  connect<T extends WalletConnectionSource | Pick<WalletConnectionSourceHTTP, 'bridgeUrl'>[]>(
    wallet: T,
    request?: ConnectAdditionalRequest,
    options?: OptionalTraceable<{ openingDeadlineMS?: number; signal?: AbortSignal }>,
  ): T extends WalletConnectionSourceJS
    ? void
    : T extends WalletConnectionSourceWalletConnect
      ? void
      : string;

  /**
   * Restores the stored connection, if there is one. Call it once when the page loads.
   * @param options `openingDeadlineMS` limits the opening of the bridge, in ms.
   */
  restoreConnection(
    options?: OptionalTraceable<{ openingDeadlineMS?: number; signal?: AbortSignal }>,
  ): Promise<void>;

  /** Closes the bridge until `unPauseConnection`. Pending requests stay pending. */
  pauseConnection(): void;

  /** Opens a paused bridge again. Resolves when it is open. */
  unPauseConnection(): Promise<void>;

  /**
   * Sets the network on which wallets must connect.
   * @param network Decimal `global_id`. Undefined allows every network.
   * @throws TonConnectError if a wallet is connected.
   */
  setConnectionNetwork(network?: ChainId): void;

  /**
   * Ends the connection.
   * @throws WalletNotConnectedError if no wallet is connected.
   */
  disconnect(options?: OptionalTraceable<{ signal?: AbortSignal }>): Promise<void>;

  /**
   * Asks the user to send a transaction. Resolves when the wallet has signed it.
   * @param transaction The transaction.
   * @param options `onRequestSent` is called when the request is on its way to the wallet.
   * @throws WalletNotConnectedError if no wallet is connected.
   * @throws UserRejectsError if the user refuses.
   * @throws TonConnectError if the transaction is malformed or `signal` aborts.
   */
  sendTransaction(
    transaction: SendTransactionRequest,
    options?: OptionalTraceable<{ onRequestSent?: () => void; signal?: AbortSignal }>,
  ): Promise<OptionalTraceable<SendTransactionResponse>>;
  /** @deprecated Pass `onRequestSent` in the options. */
  sendTransaction(
    transaction: SendTransactionRequest,
    onRequestSent?: () => void,
  ): Promise<OptionalTraceable<SendTransactionResponse>>;

  /**
   * Asks the user to sign data. Resolves when the wallet has signed it.
   * @param data The data.
   * @param options `onRequestSent` is called when the request is on its way to the wallet.
   * @throws WalletNotConnectedError if no wallet is connected.
   * @throws UserRejectsError if the user refuses.
   * @throws TonConnectError if the data is malformed or `signal` aborts.
   */
  signData(
    data: SignDataPayload,
    options?: OptionalTraceable<{ onRequestSent?: () => void; signal?: AbortSignal }>,
  ): Promise<OptionalTraceable<SignDataResponse>>;

  /** Returns the client ID of the current session, 64 hex digits. Null without a session. */
  getSessionId(): Promise<string | null>;
}
