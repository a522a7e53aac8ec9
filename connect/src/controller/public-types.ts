import type {
  AnalyticsSettings,
  ConnectAdditionalRequest,
  EventDispatcher,
  FeatureName,
  ITonConnect,
  OptionalTraceable,
  RequiredFeatures,
  SdkActionEvent,
  Wallet,
  WalletInfo,
  WalletInfoBase,
  WalletInfoInjectable,
  WalletInfoRemote,
} from '@tonconnect/sdk';
import type { Language, Strings } from '../language/public-types.js';
import type { ThemedColors } from '../theme/colors.js';
import type { BorderRadius, Theme } from '../theme/theme.js';

/** Codes of the built-in languages. */
export type Locales = 'en' | 'ru';

/** How the wallet was opened; kept with the session, because it decides where a request is shown. */
export type WalletOpenMethod = 'qrcode' | 'universal-link' | 'custom-deeplink' | 'extension';

export type WalletInfoRemoteWithOpenMethod = WalletInfoRemote & {
  openMethod?: Exclude<WalletOpenMethod, 'extension'>;
};
export type WalletInfoWalletConnect = WalletInfoBase & { type: 'wallet-connect' };
export type WalletInfoWithOpenMethod =
  | (WalletInfoInjectable & { openMethod?: WalletOpenMethod })
  | WalletInfoRemoteWithOpenMethod
  | WalletInfoWalletConnect
  | (WalletInfoInjectable & WalletInfoRemote & { openMethod?: WalletOpenMethod });

/** A connected wallet with what the wallets list knows about it. */
export type ConnectedWallet = Wallet & WalletInfoWithOpenMethod;

/** The connected wallet; one that is not listed has no name or picture. */
export type CurrentWallet = Wallet | ConnectedWallet;

/** A wallet of the caller's own: over a bridge, as an extension, or both. */
export type UIWallet = {
  name: string;
  appName: string;
  imageUrl: string;
  aboutUrl: string;
  platforms: WalletInfo['platforms'];
  universalLink?: string;
  deepLink?: string;
  bridgeUrl?: string;
  jsBridgeKey?: string;
  features?: WalletInfo['features'];
};

export type WalletsListConfiguration = {
  /** Added to the list; one with a listed name takes that wallet's place. */
  includeWallets?: UIWallet[];
};

export type UIPreferences = {
  /** @default 'SYSTEM' */
  theme?: Theme;
  /** @default 'm' */
  borderRadius?: BorderRadius;
  /** Own colours for each theme. */
  colorsSet?: ThemedColors;
};

/** Where the wallet sends the visitor afterwards: back, nowhere, or to a link of the app. */
export type ReturnStrategy = 'back' | 'none' | `${string}://${string}`;

type ActionStage = 'before' | 'success' | 'error';

export type ActionConfiguration = {
  /** @default ['before'] */
  modals?: ActionStage[] | 'all';
  /** @default 'all' */
  notifications?: ActionStage[] | 'all';
  /** @default 'back' */
  returnStrategy?: ReturnStrategy;
  /** Used instead of `returnStrategy` inside Telegram: `tg://` or `https://t.me/…`. */
  twaReturnUrl?: `${string}://${string}`;
  /** When not to open the wallet after a request was sent. Never skipped inside Telegram. @default 'ios' */
  skipRedirectToWallet?: 'ios' | 'always' | 'never';
};

/** What can change while the widget lives. */
export type TonConnectUiOptions = {
  uiPreferences?: UIPreferences;
  /** Id of an element of the page that gets a connect button. */
  buttonRootId?: string | null;
  /** One of the built-in languages, or a key of `languages`. @default 'en' */
  language?: Locales | (string & {});
  /** Languages of your own, complete; one named `en` or `ru` takes the built-in one's place. */
  languages?: Record<string, Language>;
  /** Words that replace those of a language, by its name. */
  strings?: Strings;
  walletsListConfiguration?: WalletsListConfiguration;
  walletsRequiredFeatures?: RequiredFeatures;
  walletsPreferredFeatures?: RequiredFeatures;
  actionsConfiguration?: ActionConfiguration;
  /** Whether Android's back closes the sheet. @default true */
  enableAndroidBackHandler?: boolean;
  /** The SDK's telemetry; taken up when the SDK is loaded. @default { mode: 'off' } */
  analytics?: AnalyticsSettings;
};

/** What happens, as the window events `ton-connect-ui-*` tell it. */
export type UserActionEvent = SdkActionEvent;

export type TonConnectUiCreateOptionsBase = TonConnectUiOptions & {
  /** Whether a stored session is picked up again. @default true */
  restoreConnection?: boolean;
  /** Id of the element that holds the sheet; made when missing. @default 'tc-widget-root' */
  widgetRootId?: string;
  /** Takes the events in place of the window, the SDK's as well. */
  eventDispatcher?: EventDispatcher<UserActionEvent>;
  /** Address of a wallets list of your own, asked before the public one (and by the SDK). */
  walletsListSource?: string;
};

export type TonConnectUiOptionsWithManifest = TonConnectUiCreateOptionsBase & {
  /** Address of the app's `tonconnect-manifest.json`, readable by wallets. */
  manifestUrl?: string;
};

export type TonConnectUiOptionsWithConnector = TonConnectUiCreateOptionsBase & {
  /** A connector of your own, instead of the SDK's. */
  connector?: ITonConnect;
};

export type TonConnectUiCreateOptions =
  | TonConnectUiOptionsWithManifest
  | TonConnectUiOptionsWithConnector;

export type WalletsModalCloseReason = 'action-cancelled' | 'wallet-selected';
export type WalletModalOpened = { status: 'opened'; closeReason: null };
export type WalletModalClosed = { status: 'closed'; closeReason: WalletsModalCloseReason | null };

/** A feature that an action needs, as the SDK names it. */
export type RequiredFeature = {
  featureName: FeatureName;
  value?: RequiredFeatures['sendTransaction'] | RequiredFeatures['signData'];
};

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
