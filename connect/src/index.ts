export type * from '@tonconnect/sdk';
export type { SendTransactionOptions, SignDataOptions } from './actions/action-options.js';
export { toUserFriendlyAddress } from './controller/address.js';
export { CHAIN } from './controller/chain.js';
export {
  CONNECT_EVENT_ERROR_CODES,
  CONNECT_ITEM_ERROR_CODES,
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
} from './controller/error-codes.js';
export {
  BadRequestError,
  FetchWalletsError,
  LocalstorageNotFoundError,
  ManifestContentError,
  ManifestNotFoundError,
  ParseHexError,
  TonConnectError,
  TonConnectProviderNotSetError,
  TonConnectUIError,
  TonConnectUIReactError,
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
} from './controller/errors.js';
export type * from './controller/public-types.js';
export { TonConnectUI } from './controller/ton-connect-ui.js';
export { UUIDv7 } from './controller/uuid.js';
export {
  decodeTelegramUrlParameters,
  encodeTelegramUrlParameters,
  isConnectUrl,
  isTelegramUrl,
} from './device/telegram-url.js';
export type * from './language/public-types.js';
export type { Color, ColorsSet, PartialColorsSet, ThemedColors } from './theme/colors.js';
export { type BorderRadius, THEME, type Theme } from './theme/theme.js';
export {
  TonConnectButton,
  type TonConnectButtonProps,
} from './ui/connect-button/TonConnectButton.js';
export type { ConnectButtonState } from './ui/connect-button/use-connect-button.js';
export { TonConnectUIContext } from './ui/provider/context.js';
export {
  useIsConnectionRestored,
  useTonAddress,
  useTonConnectModal,
  useTonConnectUI,
  useTonWallet,
} from './ui/provider/hooks.js';
export {
  TonConnectUIProvider,
  type TonConnectUIProviderProps,
  type TonConnectUIProviderPropsBase,
  type TonConnectUIProviderPropsWithConnector,
  type TonConnectUIProviderPropsWithInstance,
  type TonConnectUIProviderPropsWithManifest,
} from './ui/provider/TonConnectUIProvider.js';
export { checkRequiredWalletFeatures } from './wallets/features.js';
export {
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoInjectable as isWalletInfoInjected,
  isWalletInfoRemote,
} from './wallets/guards.js';
