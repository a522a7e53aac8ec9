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
 * Status of the code that a press needs. `failed`: it did not load, and the user can retry. `stuck`: the
 * retry failed too, and the user is asked to reload the page.
 */
export type LoadStatus = 'idle' | 'loading' | 'failed' | 'stuck';

/** The state of one TonConnectUI. Contains no derived values. */
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
  /** Id of the page element that holds a connect button outside React. */
  buttonRootId: string | null;
  analytics: AnalyticsSettings;
  /** Chain id of the only accepted network. Undefined if every network is accepted. */
  network: string | undefined;

  /** The widget was destroyed, or its provider was unmounted or hidden. It must not change the page. */
  stopped: boolean;
  /** Status of the code that a press or a stored session needs. */
  loadStatus: LoadStatus;

  /** A stored session is being restored. It is unknown whether a wallet is connected. */
  restoring: boolean;
  /** Whether a stored session was restored. Stays true after a disconnect. */
  restored: boolean;
  wallet: CurrentWallet | null;
  /**
   * The wallet's user-friendly address, or the stored address while a session is restored. It is
   * computed when the wallet connects, so that the first load needs no code for it.
   */
  address: string | null;

  modal: WalletsModalState;
  singleWalletModal: SingleWalletModalState;
  connectRequest: ConnectRequestParameters;

  /** The published wallets list. Null until it is loaded. */
  listed: readonly WalletInfo[] | null;
  /** The last load of the list failed. */
  listFault: boolean;
  /** Whether the app has set up WalletConnect. Undefined until the SDK is loaded. */
  walletConnect?: boolean | undefined;
  /** `appName` of the last connected wallet on this device. */
  preferredWallet: string | null;

  /** The current or last connection attempt. Null before the first one of an open sheet. */
  attempt: ConnectionAttempt | null;
  /** Pending requests, and results with a notice or a modal. The last one is shown. */
  requests: readonly ActionState[];
};

/** A value with listeners. Every change creates a new object, so selectors can compare by identity. */
export type Store<T extends object> = {
  get(): T;
  /** Merges `patch` into the value. Calls the listeners only if a field has changed. */
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
 * Progress of a request.
 *
 * Pending: `sending` to the bridge; `stuck`, its code did not load and nothing was sent; `silent`, not
 * delivered after 8 s; `sent` to the wallet.
 *
 * Final: `signed`; `late`, signed after it was cancelled or expired; `refused` in the wallet; `failed`
 * with another error; `expired`, its `validUntil` has passed; `left`, cancelled after it may have
 * reached the wallet; `unsent`, cancelled before anything was sent.
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

/** Summary of a request, as far as the app's payload can be read. */
export type AskedOfWallet =
  | {
      kind: 'transaction';
      /** Sum in TON, as a decimal number. Null if an amount is invalid or in another currency. */
      amount: string | null;
      /** Recipient of all messages. Null if there are several recipients. */
      recipient: string | null;
      messages: number;
    }
  | { kind: 'text' | 'binary' | 'cell' };

/**
 * A request to the connected wallet, or the message that the wallet has disconnected. The modal and the
 * notices are views of this entry.
 */
export type ActionState = {
  /** Number of the request, so that two requests of one kind have two notices. */
  id: number;
  name: ActionName;
  /** Null for the message that the wallet has disconnected. */
  progress: RequestProgress | null;
  /** The wallet of the request. A notice can outlive the connection. */
  wallet: CurrentWallet;
  asked: AskedOfWallet | null;
  /** Start and expiry, Unix ms. Null if it does not expire or had expired at the start. */
  time: { from: number; until: number } | null;
  /** Whether the app's configuration includes a notice. */
  showNotification: boolean;
  /** It is pending, or its modal is open. */
  open: boolean;
  openModal: boolean;
  /** Its notice. Null if the modal is shown instead, or the notice was closed. */
  notice: 'open' | 'closing' | null;
  /** The wallet has received the request and shows it when it is opened. */
  sent: boolean;
  /** The wallet was opened for this request. */
  opened: boolean;
  /**
   * Opens the wallet. Call it inside a press. Returns false if the browser blocked it. Null if a link
   * cannot open the wallet: an extension, or an app on another device.
   */
  openWallet: (() => boolean) | null;
  /** Retries a request that failed before anything was sent. Null if it cannot be retried. */
  retry: (() => void) | null;
  /** Closes its modal: cancels a pending request, or removes a result. */
  close: () => void;
};

export type WalletsModalCloseReason = 'action-cancelled' | 'wallet-selected';
export type WalletModalOpened = { status: 'opened'; closeReason: null };
export type WalletModalClosed = { status: 'closed'; closeReason: WalletsModalCloseReason | null };

/** The connected wallet does not support the request, and the sheet offers others. */
export type ChooseSupportedFeatureWalletsModal = WalletModalOpened & {
  type: 'wallet-not-support-feature';
  requiredFeature: { featureName: FeatureName; value?: RequiredFeatures['sendTransaction'] };
};

/** State of the wallets sheet, with the `traceId` that opened it. */
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

/** Additional items of a connect request, such as `tonProof`. */
export type ConnectRequestParameters = Loadable<ConnectAdditionalRequest>;

const CLOSED = { status: 'closed', closeReason: null } as const;

/** Defaults of the options. */
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
