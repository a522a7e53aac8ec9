/**
 * The widget for pages without React: it brings a small runtime of its own, and the SDK.
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
export {
  TonConnectError,
  TonConnectProviderNotSetError,
  TonConnectUIError,
  TonConnectUIReactError,
} from '../errors/base-errors.js';
export {
  RequestCancelledError,
  type RequestCancelReason,
  type RequestOutcome,
} from '../errors/request-cancelled-error.js';
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
} from '../errors/wallet-errors.js';
export {
  decodeTelegramUrlParameters,
  encodeTelegramUrlParameters,
  isConnectUrl,
  isTelegramUrl,
} from '../links/telegram-url.js';
export { toUserFriendlyAddress } from '../protocol/address.js';
export { TonConnectUI } from '../ton-connect-ui/ton-connect-ui.js';
export type * from '../types/language.js';
export type * from '../types/modal.js';
export type * from '../types/options.js';
export type { Color, ColorsSet, PartialColorsSet, ThemedColors } from '../types/theme.js';
export { type BorderRadius, THEME, type Theme } from '../types/theme.js';
export type * from '../types/wallets.js';
export { checkRequiredWalletFeatures } from '../wallets/features.js';
export {
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoInjectable as isWalletInfoInjected,
  isWalletInfoRemote,
} from '../wallets/wallet-info.js';
export { ConnectButtonElement } from './connect-button-element.js';
