export type * from '@tonconnect/sdk';
export {
  TonConnectError,
  TonConnectProviderNotSetError,
  TonConnectUIError,
  TonConnectUIReactError,
} from './errors/base-errors.js';
export {
  CONNECT_EVENT_ERROR_CODES,
  CONNECT_ITEM_ERROR_CODES,
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
} from './errors/error-codes.js';
export {
  BadRequestError,
  FetchWalletsError,
  LocalstorageNotFoundError,
  ManifestContentError,
  ManifestNotFoundError,
  ParseHexError,
  type RequiredFeature,
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
} from './errors/wallet-errors.js';
export {
  decodeTelegramUrlParameters,
  encodeTelegramUrlParameters,
  isConnectUrl,
  isTelegramUrl,
} from './links/telegram-url.js';
export { toUserFriendlyAddress } from './protocol/address.js';
export { CHAIN } from './protocol/chain.js';
export { UUIDv7 } from './protocol/uuid.js';
export { TonConnectUIContext } from './react/context.js';
export {
  useIsConnectionRestored,
  useTonAddress,
  useTonConnectModal,
  useTonConnectUI,
  useTonWallet,
} from './react/hooks.js';
export {
  TonConnectButton,
  type TonConnectButtonProps,
} from './react/TonConnectButton.js';
export {
  TonConnectUIProvider,
  type TonConnectUIProviderProps,
  type TonConnectUIProviderPropsBase,
  type TonConnectUIProviderPropsWithConnector,
  type TonConnectUIProviderPropsWithInstance,
  type TonConnectUIProviderPropsWithManifest,
} from './react/TonConnectUIProvider.js';
export type { ConnectButtonState } from './react/use-connect-button.js';
export {
  BrowserEventDispatcher,
  createConnectionCompletedEvent,
  createConnectionErrorEvent,
  createConnectionRestoringCompletedEvent,
  createConnectionRestoringErrorEvent,
  createConnectionRestoringStartedEvent,
  createConnectionStartedEvent,
  createDataSentForSignatureEvent,
  createDataSignedEvent,
  createDataSigningFailedEvent,
  createDisconnectionEvent,
  createRequestVersionEvent,
  createResponseVersionEvent,
  createSelectedWalletEvent,
  createTransactionSentForSignatureEvent,
  createTransactionSignedEvent,
  createTransactionSigningFailedEvent,
  createVersionInfo,
  createWalletModalOpenedEvent,
  enableQaMode,
  initializeWalletConnect,
  isQaModeEnabled,
  isWalletConnectInitialized,
  SessionCrypto,
  TonConnect,
  WalletsListManager,
} from './sdk.js';
export { TonConnectUI } from './ton-connect-ui/ton-connect-ui.js';
export type * from './types/language.js';
export type * from './types/modal.js';
export type * from './types/options.js';
export type { Color, ColorsSet, PartialColorsSet, ThemedColors } from './types/theme.js';
export { type BorderRadius, THEME, type Theme } from './types/theme.js';
export type * from './types/wallets.js';
export { checkRequiredWalletFeatures } from './wallets/features.js';
export {
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoInjectable as isWalletInfoInjected,
  isWalletInfoRemote,
} from './wallets/wallet-info.js';
