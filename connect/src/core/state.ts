import type {
  AnalyticsSettings,
  ConnectAdditionalRequest,
  FeatureName,
  OptionalTraceable,
  RequiredFeatures,
  WalletInfo,
} from '@prichal/sdk';
import type { Language, Strings } from '../words/language.js';
import type { ConnectionAttempt } from './connection/connector.js';
import type {
  ActionConfiguration,
  BorderRadius,
  TelegramOptions,
  Theme,
  ThemedColors,
} from './options.js';
import type { CurrentWallet, UIWallet } from './wallets/wallet-info.js';

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

export type ActionName =
  | 'confirm-transaction'
  | 'transaction-sent'
  | 'transaction-canceled'
  | 'confirm-sign-data'
  | 'data-signed'
  | 'sign-data-canceled'
  | 'wallet-disconnected';

/**
 * How far a request has come. It waits while `sending` (on its way to the bridge), `stuck` (its code
 * could not be loaded, so that nothing has left the page), `silent` (nobody has taken it for 8 s) and
 * `sent`. Afterwards it is `signed`; `late`, signed when nobody waited for it any more; `refused` in the
 * wallet; `failed` with another error; `expired`, its `validUntil` has passed; `left`, nobody waits for
 * it, but the wallet may have it; or `unsent`, given up before anything left the page.
 */
export type RequestProgress =
  | 'sending'
  | 'stuck'
  | 'silent'
  | 'sent'
  | 'signed'
  | 'late'
  | 'refused'
  | 'failed'
  | 'expired'
  | 'left'
  | 'unsent';

/** What is asked of the wallet, as far as it can be read from what the app gave. */
export type AskedOfWallet =
  | {
      kind: 'transaction';
      /** TON, as a decimal number; null when there is more in it than TON, or no number. */
      amount: string | null;
      /** Of all messages; null when they go to several. */
      recipient: string | null;
      messages: number;
    }
  | { kind: 'text' | 'binary' | 'cell' };

/**
 * A request to the connected wallet, as the user sees it, or the news that the wallet has disconnected.
 * The modal and the notices are views of this entry.
 */
export type ActionState = {
  /** Grows with each request, so that two requests of one kind have two notices. */
  id: number;
  name: ActionName;
  /** Null for what is no request: the wallet has disconnected. */
  progress: RequestProgress | null;
  /** The wallet that it was sent to. A notice may stand longer than the connection. */
  wallet: CurrentWallet;
  asked: AskedOfWallet | null;
  /** When it was asked for and when it expires, unix ms; null when it does not, or had already. */
  time: { from: number; until: number } | null;
  /** Whether the app wants a notice of it. */
  showNotification: boolean;
  /** It waits for the wallet, or its modal is open. */
  open: boolean;
  openModal: boolean;
  /** Its notice. Null if it has none: a dialog says the same, or the notice was closed. */
  notice: 'open' | 'closing' | null;
  /** The request has reached the wallet: opening it now shows something. */
  sent: boolean;
  /** The wallet was opened at this request. */
  opened: boolean;
  /**
   * Opens the wallet, inside a press; false when the browser blocked it. Null for a wallet that is
   * not reached from here by a link: an extension, or an app on another device.
   */
  openWallet: (() => boolean) | null;
  /** Tries again what has failed before anything left the page; null when there is no such thing. */
  retry: (() => void) | null;
  /** Closes its modal: a request that waits is given up, a result is put away. */
  close: () => void;
};

export type WalletsModalCloseReason = 'action-cancelled' | 'wallet-selected';
export type WalletModalOpened = { status: 'opened'; closeReason: null };
export type WalletModalClosed = { status: 'closed'; closeReason: WalletsModalCloseReason | null };

/** The sheet says that the connected wallet cannot do what was asked, and offers another. */
export type ChooseSupportedFeatureWalletsModal = WalletModalOpened & {
  type: 'wallet-not-support-feature';
  requiredFeature: { featureName: FeatureName; value?: RequiredFeatures['sendTransaction'] };
};

/** `traceId` is the one that the sheet was opened with. */
export type WalletsModalState = OptionalTraceable<
  WalletModalOpened | WalletModalClosed | ChooseSupportedFeatureWalletsModal
>;

export type SingleWalletModalState =
  | (WalletModalOpened & { walletInfo: WalletInfo })
  | WalletModalClosed;

export type WalletsModal = {
  open(options?: OptionalTraceable): Promise<void>;
  close(reason?: WalletsModalCloseReason): void;
  onStateChange(callback: (state: WalletsModalState) => void): () => void;
  readonly state: WalletsModalState;
};

export type LoadableLoading = { state: 'loading' };
export type LoadableReady<T> = { state: 'ready'; value: T };
export type Loadable<T> = LoadableLoading | LoadableReady<T>;

/** What a connect request asks besides the address. */
export type ConnectRequestParameters = Loadable<ConnectAdditionalRequest>;

const CLOSED = { status: 'closed', closeReason: null } as const;

/** What options set, by the names of the options, with their defaults. */
export const DEFAULT_OPTIONS = {
  language: 'en',
  languages: {},
  strings: {},
  theme: 'SYSTEM',
  borderRadius: 'm',
  colorsSet: {},
  includeWallets: [],
  walletsRequiredFeatures: undefined,
  walletsPreferredFeatures: undefined,
  actionsConfiguration: {},
  enableAndroidBackHandler: true,
  telegram: {},
  buttonRootId: null,
  analytics: { mode: 'off' },
} satisfies Partial<UiState>;

export const INITIAL_STATE: UiState = {
  ...DEFAULT_OPTIONS,
  network: undefined,
  stopped: false,
  loadStatus: 'idle',
  restoring: false,
  restored: false,
  wallet: null,
  address: null,
  modal: CLOSED,
  singleWalletModal: CLOSED,
  connectRequest: { state: 'ready', value: {} },
  listed: null,
  listFault: false,
  preferredWallet: null,
  attempt: null,
  requests: [],
};
