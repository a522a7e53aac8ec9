import type { EventDispatcher } from './dispatcher.js';
import type { AnalyticsSettings, IEnvironment } from './environment.js';
import type { SdkActionEvent } from './events.js';
import type { RequiredFeatures } from './features.js';
import type { WalletInfoDTO } from './wallet-info.js';

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
