import type { TonConnectError } from '../errors/index.js';
import type { ChainId } from './enums.js';
import type { EventDispatcher, SdkActionEvent } from './events.js';
import type {
  OptionalTraceable,
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
} from './requests.js';
import type {
  Account,
  ConnectAdditionalRequest,
  Wallet,
  WalletConnectionSource,
  WalletConnectionSourceHTTP,
  WalletConnectionSourceJS,
  WalletConnectionSourceWalletConnect,
} from './wallet.js';
import type { RequiredFeatures, WalletInfo, WalletInfoDTO } from './wallet-info.js';

/**
 * Content of the reports to `analytics.ton.org`: nothing, events without the user, or events with the user's
 * Telegram ID, locale and wallet address.
 */
export type AnalyticsMode = 'off' | 'telemetry' | 'full';

/** Options of analytics. */
export interface AnalyticsSettings {
  /** `telemetry` by default. */
  mode?: AnalyticsMode;
}

/** A Telegram user, as the mini app knows them. */
export type TelegramUser = {
  id: number;
  /** Whether the user has Telegram Premium. */
  isPremium: boolean;
};

/** Facts about the user's device. Analytics report them. */
export interface IEnvironment {
  /** Language of the user, for example `en-US`. */
  getLocale(): string;
  /** Name of the browser. */
  getBrowser(): string;
  /** Name of the operating system. */
  getPlatform(): string;
  /** The user of the mini app. Undefined outside Telegram. */
  getTelegramUser(): TelegramUser | undefined;
  /** Kind of the app: a web page, a Telegram mini app, or another one. */
  getClientEnvironment(): 'web' | 'miniapp' | (string & {});
}

/** The app, as wallets show it while they pair over WalletConnect. */
export type WalletConnectMetadata = {
  name: string;
  description: string;
  /** Address of the app. Its host is the domain of `ton_proof`. */
  url: string;
  /** Addresses of icons. */
  icons: string[];
};

/** Options of `initializeWalletConnect`. */
export type WalletConnectOptions = {
  /** Project ID of https://dashboard.reown.com, 32 hex digits. */
  projectId: string;
  metadata: WalletConnectMetadata;
};

/** A UUID as text, or the bytes into which it was written. */
export type UUIDTypes<TBuf extends Uint8Array = Uint8Array> = string | TBuf;

/** Options of `UUIDv7`. */
export type Version7Options = {
  /** 16 random bytes. */
  random?: Uint8Array;
  /** Unix time in ms. Now by default. */
  msecs?: number;
  /** Counter within one millisecond, 32 bits. Random by default. */
  seq?: number;
  /** Makes 16 random bytes if `random` is absent. */
  rng?: () => Uint8Array;
};

/** Storage of the connector, with the methods of `localStorage` as promises. */
export interface IStorage {
  setItem(key: string, value: string): Promise<void>;
  /** Resolves with null if there is no such item. */
  getItem(key: string): Promise<string | null>;
  removeItem(key: string): Promise<void>;
}

/** An app, as wallets show it. */
export interface DappMetadata {
  /** Name to show to the user. It does not identify the app. */
  name: string;
  /** Address of the icon, a PNG or ICO. */
  icon: string;
  /** Address of the app without a trailing slash, for example `https://app.example.org`. */
  url: string;
}

/** Options of `TonConnect`. */
export interface TonConnectOptions {
  /** Address of the manifest. `tonconnect-manifest.json` at the origin of the page by default. */
  manifestUrl?: string;
  /** Where sessions are stored. `localStorage` by default; required where there is none. */
  storage?: IStorage;
  /** Receives the user's actions as events. Dispatches them on `window` by default. */
  eventDispatcher?: EventDispatcher<SdkActionEvent>;
  /** Address of the wallets list. `https://config.ton.org/wallets-v2.json` by default. */
  walletsListSource?: string;
  /** How long a downloaded wallets list is used, in ms. Without limit by default. */
  walletsListCacheTTLMs?: number;
  /** The wallets list itself, used instead of a download. It is awaited at each use. Not in the official SDK. */
  walletsList?: PromiseLike<readonly WalletInfoDTO[]>;
  /** Features that the app needs. A wallet without one of them cannot connect. */
  walletsRequiredFeatures?: RequiredFeatures;
  /** Keeps the bridge open while the page is hidden. False by default. */
  disableAutoPauseConnection?: boolean;
  /** Source of facts for analytics. Detected by default. */
  environment?: IEnvironment;
  analytics?: AnalyticsSettings;
}

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
