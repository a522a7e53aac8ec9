import type { EventDispatcher } from './dispatcher.js';
import type { SdkActionEvent } from './events.js';
import type { RequiredFeatures } from './features.js';
import type { WalletInfoDTO } from './wallet-info.js';

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
