import { createDroppedMessages } from '../bridge/wallet-message.js';
import {
  DappMetadataError,
  TonConnectError,
  WalletAlreadyConnectedError,
} from '../errors/index.js';
import { Listeners } from '../events/listeners.js';
import { BrowserEventDispatcher, createTracker, loadAnalytics } from '../events/tracker.js';
import { UUIDv7 } from '../protocol/uuid.js';
import type { ConnectItem } from '../protocol/wire.js';
import { createConnectionStorage } from '../session/connection-storage.js';
import type {
  Account,
  ChainId,
  ConnectAdditionalRequest,
  ITonConnect,
  OptionalTraceable,
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
  TonConnectOptions,
  Traceable,
  Wallet,
  WalletConnectionSource,
  WalletConnectionSourceHTTP,
  WalletConnectionSourceJS,
  WalletConnectionSourceWalletConnect,
  WalletInfo,
} from '../types/index.js';
import { validateConnectAdditionalRequest } from '../validation/arguments.js';
import { isInsideWalletBrowser, isWalletInjected } from '../wallets/find-wallets.js';
import {
  WalletsListManager,
  type WalletsListManagerOptions,
} from '../wallets/wallets-list-manager.js';
import { type Connection, createConnection } from './connection.js';
import type { ExtensionAnswerListener, PendingExtension } from './extension-request.js';
import { createDefaultStorage, defaultManifestUrl, followPage } from './page.js';
import { createRequests, type Requests, type SignMessageResponse } from './requests.js';

type RequestOptions = OptionalTraceable<{ onRequestSent?: () => void; signal?: AbortSignal }>;

/** Connects an app to one TON wallet and sends requests to it. */
export class TonConnect implements ITonConnect {
  private static list: WalletsListManager | undefined;

  /** Returns the wallets list. */
  static getWallets(): Promise<WalletInfo[]> {
    TonConnect.list ??= new WalletsListManager();
    return TonConnect.list.getWallets();
  }

  /** Whether the wallet with this JS bridge key is injected into the page. */
  static isWalletInjected: (walletJSKey: string) => boolean = isWalletInjected;

  /** Whether the page is open in the browser of the wallet with this JS bridge key. */
  static isInsideWalletBrowser: (walletJSKey: string) => boolean = isInsideWalletBrowser;

  private readonly manifestUrl: string;
  private readonly walletsList: WalletsListManager;
  private readonly statusListeners = new Listeners<Wallet | null>();
  private readonly errorListeners = new Listeners<TonConnectError>();
  private readonly dropped = createDroppedMessages();
  private readonly unreachedListeners = new Listeners<readonly string[]>();
  private readonly connection: Connection;
  private readonly requests: Requests;
  private readonly followsPage: boolean;
  private readonly closeEvents: () => void;
  private stopFollowing: (() => void) | undefined;
  private network: ChainId | undefined;
  private unreached = '';

  /**
   * @throws TonConnectError if there is no `manifestUrl` and no page, or no storage.
   */
  constructor(options: TonConnectOptions = {}) {
    const { environment, analytics, eventDispatcher = new BrowserEventDispatcher() } = options;
    const manifestUrl = options.manifestUrl || defaultManifestUrl();
    const storage = createConnectionStorage(options.storage ?? createDefaultStorage());
    if (!manifestUrl) {
      throw new DappMetadataError(
        'Dapp tonconnect-manifest.json must be specified if window.location.origin is undefined. See more https://github.com/ton-connect/docs/blob/main/requests-responses.md#app-manifest',
      );
    }
    this.manifestUrl = manifestUrl;
    this.followsPage = !options.disableAutoPauseConnection;
    const sent = loadAnalytics({
      environment,
      mode: analytics?.mode,
      manifestUrl,
      eventDispatcher,
    });
    const tracker = createTracker(eventDispatcher);
    this.closeEvents = () => {
      tracker.close();
      sent?.close();
    };
    this.walletsList = new WalletsListManager({
      ...options,
      cacheTTLMs: options.walletsListCacheTTLMs,
      onDownloadDurationMeasured: (duration) => sent?.setWalletListDownloadDuration(duration),
    } as WalletsListManagerOptions);
    this.connection = createConnection({
      storage,
      tracker,
      walletsList: this.walletsList,
      statusListeners: this.statusListeners,
      errorListeners: this.errorListeners,
      dropped: this.dropped,
      report: sent?.report,
      requirements: () => ({ features: options.walletsRequiredFeatures, network: this.network }),
      onReach: () => this.reportUnreached(),
    });
    this.requests = createRequests(this.connection, tracker);
    this.followPage();
  }

  /** Whether a wallet is connected. */
  get connected(): boolean {
    return this.wallet !== null;
  }

  /** Account of the connected wallet. Null without one. */
  get account(): Account | null {
    return this.wallet?.account ?? null;
  }

  /** The connected wallet. Null without one. */
  get wallet(): Wallet | null {
    return this.connection.wallet;
  }

  /** Returns the wallets list, with the wallets that are injected into this page. */
  getWallets(): Promise<WalletInfo[]> {
    return this.walletsList.getWallets();
  }

  /**
   * Calls `callback` whenever a wallet connects or disconnects.
   * @param errorsHandler Receives the error of a rejected or failed connect request.
   * @returns A function that removes both.
   */
  onStatusChange(
    callback: (wallet: Wallet | null) => void,
    errorsHandler?: (error: TonConnectError) => void,
  ): () => void {
    const removeCallback = this.statusListeners.add(callback);
    const removeHandler = errorsHandler && this.errorListeners.add(errorsHandler);
    return () => {
      removeCallback();
      removeHandler?.();
    };
  }

  /**
   * Sends a connect request and cancels the one before. The answer is reported to the listeners of
   * `onStatusChange`. A request to an extension cannot be withdrawn: if its approval comes while no
   * wallet is connected, the extension is connected; otherwise it is asked to disconnect.
   * @param wallet One wallet, or several bridges for a request that any of their wallets can answer.
   * @returns Link that opens the wallet with the request, if the wallet is reached over a bridge.
   * @throws WalletAlreadyConnectedError if a wallet is connected.
   * @throws WalletNotInjectedError if the wallet is not injected into the page.
   * @throws TonConnectError if the request is malformed or `signal` has aborted.
   */
  connect<T extends ConnectSource>(wallet: T, options?: ConnectCallOptions): ConnectResult<T>;
  /** @deprecated Pass the request in the options. */
  connect<T extends ConnectSource>(
    wallet: T,
    request?: ConnectAdditionalRequest,
    options?: AdditionalOptions,
  ): ConnectResult<T>;
  connect<T extends ConnectSource>(
    wallet: T,
    requestOrOptions?: ConnectAdditionalRequest | ConnectCallOptions,
    additionalOptions?: AdditionalOptions,
  ): ConnectResult<T> {
    const merged = mergeConnectOptions(requestOrOptions, additionalOptions);
    const { request, ...options } = merged;
    if (request) validateConnectAdditionalRequest(request);
    if (this.connected) throw new WalletAlreadyConnectedError();
    this.followPage();
    const items: ConnectItem[] = [
      { name: 'ton_addr', ...(this.network ? { network: this.network } : {}) },
    ];
    if (request?.tonProof) items.push({ name: 'ton_proof', payload: request.tonProof });
    const message = { manifestUrl: this.manifestUrl, items };
    return this.connection.connect(wallet, message, withTraceId(options)) as ConnectResult<T>;
  }

  /**
   * Restores the stored connection, if there is one. Resolves when the wallet can be reached, at the
   * latest after 12 s; `onStatusChange` reports the wallet earlier. Does not wait for the wallets list.
   */
  restoreConnection(options: AdditionalOptions = {}): Promise<void> {
    this.followPage();
    return this.connection.restore(withTraceId(options));
  }

  /**
   * Asks the user to send a transaction. Resolves when the wallet has signed it.
   * @param options `onRequestSent` is called when the request is on its way to the wallet.
   * @throws WalletNotConnectedError if no wallet is connected.
   * @throws WalletNotSupportFeatureError if the wallet cannot send such a transaction.
   * @throws WalletWrongNetworkError if the transaction is for another network.
   * @throws UserRejectsError if the user refuses.
   * @throws TonConnectError if the transaction is malformed, or `signal` aborts before it is sent.
   */
  sendTransaction(
    transaction: SendTransactionRequest,
    options?: RequestOptions,
  ): Promise<Traceable<SendTransactionResponse>>;
  /** @deprecated Pass `onRequestSent` in the options. */
  sendTransaction(
    transaction: SendTransactionRequest,
    onRequestSent?: () => void,
  ): Promise<Traceable<SendTransactionResponse>>;
  sendTransaction(
    transaction: SendTransactionRequest,
    options?: RequestOptions | (() => void),
  ): Promise<Traceable<SendTransactionResponse>> {
    const given = typeof options === 'function' ? { onRequestSent: options } : options;
    return this.requests.sendTransaction(transaction, withTraceId(given));
  }

  /**
   * Asks the user to sign data. Resolves when the wallet has signed it.
   * @throws As `sendTransaction`.
   */
  signData(data: SignDataPayload, options?: RequestOptions): Promise<Traceable<SignDataResponse>> {
    return this.requests.signData(data, withTraceId(options));
  }

  /**
   * Asks the user to sign a transaction that the app sends itself. Resolves with an internal message
   * to the wallet contract. Not in the official SDK 3.4.1.
   * @throws As `sendTransaction`.
   */
  signMessage(
    message: SendTransactionRequest,
    options?: RequestOptions,
  ): Promise<Traceable<SignMessageResponse>> {
    return this.requests.signMessage(message, withTraceId(options));
  }

  /**
   * Sets the network on which wallets must connect. A wallet on another one is disconnected and
   * reported as `WalletWrongNetworkError`.
   * @param network Decimal `global_id`. Undefined allows every network.
   * @throws TonConnectError if a wallet is connected.
   */
  setConnectionNetwork(network?: ChainId): void {
    if (this.connected) {
      throw new TonConnectError('Cannot change network while wallet is connected');
    }
    this.network = network;
  }

  /**
   * Ends the connection. Resolves when the stored session is removed. The wallet is notified in the
   * background for at most 12 s.
   * @throws WalletNotConnectedError if no wallet is connected.
   */
  disconnect(options: OptionalTraceable<{ signal?: AbortSignal }> = {}): Promise<void> {
    return this.connection.disconnect(withTraceId(options));
  }

  /** Client ID of the bridge session, 64 hex characters. Null without one. */
  async getSessionId(): Promise<string | null> {
    return this.connection.session?.clientId ?? null;
  }

  /** Closes the streams until `unPauseConnection`. Pending requests stay pending. */
  pauseConnection(): void {
    this.connection.provider?.pause?.();
  }

  /** Opens paused streams again. Resolves when the first one is open. */
  async unPauseConnection(): Promise<void> {
    await this.connection.provider?.unPause?.();
  }

  /**
   * Calls `listener` with the addresses of the bridges of the current session or connect request that
   * have not been open for 8 s, whenever they change. Not in the official SDK.
   * @returns A function that removes the listener.
   */
  onUnreachedBridges(listener: (bridges: readonly string[]) => void): () => void {
    return this.unreachedListeners.add(listener);
  }

  /**
   * Lets the app decide about the answer of the extension that was asked by the last `connect`. Call it
   * right after `connect`. Not in the official SDK.
   * @param listener Called once with the answer. The answer counts if it returns true; an approval that
   *   does not count is answered by disconnecting, an error that does not count is not reported.
   * @returns Null if the last request did not go to an extension, or is over.
   */
  onExtensionAnswer(listener: ExtensionAnswerListener): PendingExtension | null {
    return this.connection.observeExtension(listener);
  }

  /**
   * Ends streams, timers and listeners. The session stays stored and the wallet is not notified.
   * Create another connector to continue. Not in the official SDK.
   */
  close(): void {
    this.stopFollowing?.();
    this.stopFollowing = undefined;
    this.statusListeners.clear();
    this.errorListeners.clear();
    this.unreachedListeners.clear();
    this.connection.close();
    this.dropped.close();
    this.closeEvents();
  }

  private followPage(): void {
    if (this.followsPage) this.stopFollowing ??= followPage(this);
  }

  private reportUnreached(): void {
    const bridges = this.connection.provider?.unreached?.() ?? [];
    if (bridges.join() === this.unreached) return;
    this.unreached = bridges.join();
    this.unreachedListeners.emit(bridges);
  }
}

/** The options of a call, with a new trace ID if they have none. */
const withTraceId = <T extends { traceId?: string }>(options?: T): T & { traceId: string } => ({
  ...(options as T),
  traceId: options?.traceId ?? UUIDv7(),
});

/** Where a connect request goes: one wallet, or every wallet on several bridges. */
export type ConnectSource =
  | WalletConnectionSource
  | Pick<WalletConnectionSourceHTTP, 'bridgeUrl'>[];

/** Link for wallets over a bridge; nothing for wallets that are asked in the page. */
export type ConnectResult<T> = T extends
  | WalletConnectionSourceJS
  | WalletConnectionSourceWalletConnect
  ? // biome-ignore lint/suspicious/noConfusingVoidType: the type of the official SDK.
    void
  : string;

/** Options of `connect` after the request. */
export type AdditionalOptions = OptionalTraceable<{
  /** How long one bridge stream may take to open, in ms. 12 000 by default. */
  openingDeadlineMS?: number;
  /** Cancels the request until a wallet has connected. */
  signal?: AbortSignal;
}>;

export type ConnectCallOptions = AdditionalOptions & { request?: ConnectAdditionalRequest };

const NAMES = ['request', 'signal', 'openingDeadlineMS', 'traceId'];

/** Merges the arguments of both forms of `connect`: (options) and (request, options). */
function mergeConnectOptions(
  requestOrOptions: ConnectAdditionalRequest | ConnectCallOptions | undefined,
  additional: AdditionalOptions | undefined,
): ConnectCallOptions {
  const given = requestOrOptions || {};
  const isOptions = NAMES.some((name) => name in given);
  const request = 'tonProof' in given && { request: given as ConnectAdditionalRequest };
  return { ...additional, ...(isOptions ? given : request) };
}
