import type {
  AppRequest,
  ConnectEventSuccess,
  ConnectRequest,
  RpcMethod,
  WalletEvent,
  WalletResponse,
} from '../protocol/wire.js';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** An event of a wallet. Injected wallets may omit the event ID. */
export type ProviderEvent = WithoutId<WalletEvent> & { id?: number; traceId: string };

/** A request without its ID. The provider adds the ID from the stored connection. */
export type ProviderRequest<M extends RpcMethod = RpcMethod> = M extends RpcMethod
  ? Omit<AppRequest<M>, 'id'>
  : never;

export type ProviderResponse<M extends RpcMethod = RpcMethod> = WalletResponse<M> & {
  traceId: string;
};

export type ProviderListener = (event: ProviderEvent) => void;

/** Options of every call that can be aborted. `traceId` is a UUID; the caller always sets it. */
export type CallOptions = { signal?: AbortSignal | undefined; traceId: string };

export type Admission = 'accept' | 'decline' | 'ignore';

export type ConnectOptions = CallOptions & {
  /** How long one bridge stream may take to open, in ms. */
  openingDeadlineMS?: number | undefined;
  /**
   * Called by injected providers with an approval, before anything is stored. `accept` continues:
   * the session is stored and the listeners are called. Otherwise nothing is stored and no listener
   * is called; `decline` also asks the wallet to disconnect.
   */
  admit?: ((event: ConnectEventSuccess) => Admission) | undefined;
};

export type RequestOptions = CallOptions & {
  /** Called once, after the transport has accepted the request and before its answer is reported. */
  onRequestSent?: (() => void) | undefined;
  /** Maximum number of attempts of a POST. Unlimited by default. */
  attempts?: number | undefined;
};

/**
 * Reports one analytics event of a provider. `name` is in kebab case, for example
 * `bridge-client-connect-started`. Absent if analytics are off.
 */
export type ReportEvent = (name: string, details: Record<string, unknown>) => void;

/** Identifiers of the bridge session in analytics and window events. */
export type ProviderSession = { clientId: string; walletId: string | null };

/** One way to talk to one wallet: a bridge, an injected object, or WalletConnect. */
export interface Provider {
  /** `injected` for WalletConnect too, as in the official SDK. */
  readonly type: 'http' | 'injected';

  /**
   * Sends the connect request. Returns the universal link over a bridge, otherwise undefined.
   * The answer comes to the listeners as `connect` or `connect_error`. Does not throw.
   */
  connect(request: ConnectRequest, options: ConnectOptions): string | undefined;

  /**
   * Restores the stored connection and reports it to the listeners as a `connect` event.
   * Removes the stored connection if the wallet no longer knows it.
   */
  restoreConnection(options: ConnectOptions): Promise<void>;

  /**
   * Sends a request. Resolves with the wallet's answer, also if it is an error of the wallet.
   * Rejects with a `TonConnectError` if `signal` aborts before the request is sent, or the transport
   * gives up.
   */
  sendRequest<M extends RpcMethod>(
    request: ProviderRequest<M>,
    options: RequestOptions,
  ): Promise<ProviderResponse<M>>;

  /**
   * Ends the session. Resolves as soon as the stored session is removed; the wallet is notified in
   * the background for at most 12 s or until `signal` aborts. Does not throw.
   */
  disconnect(options: CallOptions): Promise<void>;

  /**
   * Cancels a connect request and forgets it. Ends a session of an injected wallet.
   */
  closeConnection(): void;

  /** Closes streams, timers and listeners. The session stays stored and the wallet is not notified. */
  close(): void;

  /** Calls `listener` for each wallet event. Returns a function that stops it. */
  listen(listener: ProviderListener): () => void;

  /** The current bridge session. Null or absent if the provider has none. */
  readonly session?: ProviderSession | null;

  /** Closes the streams until `unPause`. Only providers over a bridge have it. */
  pause?(): void;

  /** Opens the streams again. Resolves when they are open or when they are paused again. */
  unPause?(): Promise<void>;

  /** Addresses of the bridges whose streams have not been open for 8 s. */
  unreached?(): string[];

  /** Moves the session to another bridge of its wallet. Ignored without a session. */
  moveTo?(bridgeUrl: string, options: ConnectOptions): Promise<void>;

  /** JS bridge key of an injected wallet. */
  readonly jsBridgeKey?: string;
}
