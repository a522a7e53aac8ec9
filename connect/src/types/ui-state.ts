import type { AnalyticsSettings, RequiredFeatures, WalletInfo } from '@prichal/sdk';
import type { ActionState } from './action.js';
import type { ConnectionAttempt } from './connection.js';
import type { Language, Strings } from './language.js';
import type {
  ConnectRequestParameters,
  SingleWalletModalState,
  WalletsModalState,
} from './modal.js';
import type { ActionConfiguration, TelegramOptions } from './options.js';
import type { BorderRadius, Theme, ThemedColors } from './theme.js';
import type { CurrentWallet, UIWallet } from './wallets.js';

/**
 * `failed`: it could not be had, and can be asked for again; `stuck`: nor the second time, so that a
 * new load of the page is offered.
 */
export type LoadStatus = 'idle' | 'loading' | 'failed' | 'stuck';

/** Everything the widget knows, for one TonConnectUI. What can be derived is not here. */
export type UiState = {
  language: string;
  languages: Record<string, Language>;
  strings: Strings;
  theme: Theme;
  borderRadius: BorderRadius;
  colorsSet: ThemedColors;
  includeWallets: readonly UIWallet[];
  walletsRequiredFeatures: RequiredFeatures | undefined;
  walletsPreferredFeatures: RequiredFeatures | undefined;
  actionsConfiguration: ActionConfiguration;
  enableAndroidBackHandler: boolean;
  telegram: TelegramOptions;
  /** Element of the page that holds a connect button outside of React. */
  buttonRootId: string | null;
  analytics: AnalyticsSettings;
  /** Wallets of this network only, by its chain id. */
  network: string | undefined;

  /** Nobody takes down what is put on the page now: destroyed, or its provider unmounted or hidden. */
  stopped: boolean;
  /** How the code is doing that a press, or a stored session, waits for. */
  loadStatus: LoadStatus;

  /** A stored session is being picked up: nobody knows yet whether a wallet is connected. */
  restoring: boolean;
  /** Whether a stored session was picked up, be it connected still or not. */
  restored: boolean;
  wallet: CurrentWallet | null;
  /**
   * The wallet's user-friendly address. It is made when the wallet connects, so that the first load
   * needs no code for it. While a session is restored, the stored one.
   */
  address: string | null;

  modal: WalletsModalState;
  singleWalletModal: SingleWalletModalState;
  connectRequest: ConnectRequestParameters;

  /** The wallets list as published; null while it has not arrived. */
  listed: readonly WalletInfo[] | null;
  /** The list could not be had the last time. */
  listFault: boolean;
  /** The app has set WalletConnect up. Nobody knows before the SDK is here. */
  walletConnect?: boolean | undefined;
  /** `appName` of the wallet that was connected last on this device. */
  preferredWallet: string | null;

  /** The connection that is being made, while the sheet is open. */
  attempt: ConnectionAttempt | null;
  /** Requests that wait, and results on the page; the one that is shown is the last. */
  requests: readonly ActionState[];
};

/**
 * A value with listeners. Every change makes a new object, so a selector can compare by identity.
 */
export type Store<T extends object> = {
  get(): T;
  /** Merges the fields that differ; tells the listeners only when one does. */
  set(patch: Partial<T>): void;
  subscribe(listener: () => void): () => void;
};
