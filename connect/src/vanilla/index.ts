/**
 * The widget for pages without React. Includes a small runtime and the SDK.
 *
 * ```js
 * import { TonConnectUI } from '@prichal/connect/vanilla';
 *
 * const ui = new TonConnectUI({ manifestUrl, buttonRootId: 'connect' });
 * ```
 */
export type * from '@prichal/sdk';
export {
  CHAIN,
  CONNECT_EVENT_ERROR_CODES,
  CONNECT_ITEM_ERROR_CODES,
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
  UUIDv7,
} from '@prichal/sdk';
export { toUserFriendlyAddress } from '../core/address.js';
export {
  TonConnectError,
  TonConnectProviderNotSetError,
  TonConnectUIError,
  TonConnectUIReactError,
} from '../core/errors/base-errors.js';
export {
  RequestCancelledError,
  type RequestCancelReason,
  type RequestOutcome,
} from '../core/errors/request-cancelled-error.js';
export {
  BadRequestError,
  FetchWalletsError,
  LocalstorageNotFoundError,
  ManifestContentError,
  ManifestNotFoundError,
  ParseHexError,
  UnknownAppError,
  UnknownError,
  UserRejectsError,
  WalletAlreadyConnectedError,
  WalletMissingRequiredFeaturesError,
  WalletNotConnectedError,
  WalletNotInjectedError,
  WalletNotSupportFeatureError,
  WalletWrongNetworkError,
  WrongAddressError,
} from '../core/errors/wallet-errors.js';
export type {
  ActionConfiguration,
  Color,
  ColorsSet,
  Locales,
  PartialColorsSet,
  ReturnStrategy,
  SendTransactionOptions,
  SignDataOptions,
  TelegramOptions,
  ThemedColors,
  TonConnectUiCreateOptions,
  TonConnectUiCreateOptionsBase,
  TonConnectUiOptions,
  TonConnectUiOptionsWithConnector,
  TonConnectUiOptionsWithManifest,
  UIPreferences,
  UserActionEvent,
  WalletsListConfiguration,
} from '../core/options.js';
export { type BorderRadius, THEME, type Theme } from '../core/options.js';
export type {
  ChooseSupportedFeatureWalletsModal,
  ConnectRequestParameters,
  Loadable,
  LoadableLoading,
  LoadableReady,
  SingleWalletModalState,
  WalletModalClosed,
  WalletModalOpened,
  WalletsModal,
  WalletsModalCloseReason,
  WalletsModalState,
} from '../core/state.js';
export {
  decodeTelegramUrlParameters,
  encodeTelegramUrlParameters,
  isConnectUrl,
  isTelegramUrl,
} from '../core/telegram-url.js';
export type {
  ConnectedWallet,
  CurrentWallet,
  UIWallet,
  WalletInfoRemoteWithOpenMethod,
  WalletInfoWalletConnect,
  WalletInfoWithOpenMethod,
  WalletOpenMethod,
} from '../core/wallets/wallet-info.js';
export {
  checkRequiredWalletFeatures,
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoInjectable as isWalletInfoInjected,
  isWalletInfoRemote,
} from '../core/wallets/wallet-info.js';
export { TonConnectUI } from '../react/ton-connect-ui.js';
export type { ButtonWords, Dictionary, Language, Strings } from '../words/language.js';
export { ConnectButtonElement } from './connect-button-element.js';
