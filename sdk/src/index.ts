export type {
  ExtensionAnswer,
  ExtensionAnswerListener,
  PendingExtension,
} from './connector/extension-request.js';
export { TonConnect, TonConnect as default } from './connector/ton-connect.js';
export type { SignMessageResponse } from './connector/wallet-requests.js';
export {
  BadRequestError,
  FetchWalletsError,
  LocalstorageNotFoundError,
  ParseHexError,
  TonConnectError,
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
} from './errors/index.js';
export { BrowserEventDispatcher } from './events/browser-event-dispatcher.js';
export {
  createConnectionCompletedEvent,
  createConnectionErrorEvent,
  createConnectionRestoringCompletedEvent,
  createConnectionRestoringErrorEvent,
  createConnectionRestoringStartedEvent,
  createConnectionStartedEvent,
  createDisconnectionEvent,
  createSelectedWalletEvent,
  createWalletModalOpenedEvent,
} from './events/connection-events.js';
export {
  createDataSentForSignatureEvent,
  createDataSignedEvent,
  createDataSigningFailedEvent,
  createTransactionSentForSignatureEvent,
  createTransactionSignedEvent,
  createTransactionSigningFailedEvent,
} from './events/request-events.js';
export {
  createRequestVersionEvent,
  createResponseVersionEvent,
  createVersionInfo,
} from './events/version-events.js';
export { toUserFriendlyAddress } from './protocol/address.js';
export { CHAIN } from './protocol/chain.js';
export {
  CONNECT_EVENT_ERROR_CODES,
  CONNECT_ITEM_ERROR_CODES,
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
} from './protocol/error-codes.js';
export {
  decodeTelegramUrlParameters,
  encodeTelegramUrlParameters,
  isConnectUrl,
  isTelegramUrl,
} from './protocol/telegram-url.js';
export { UUIDv7 } from './protocol/uuid.js';
export { enableQaMode, isQaModeEnabled } from './qa-mode/qa-mode.js';
export { SessionCrypto } from './session/session-crypto.js';
export type * from './types/index.js';
export { initializeWalletConnect, isWalletConnectInitialized } from './wallet-connect/settings.js';
export { checkRequiredWalletFeatures } from './wallets/features.js';
export {
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoInjectable,
  isWalletInfoInjected,
  isWalletInfoRemote,
} from './wallets/wallet-info.js';
export {
  getBuiltInWallets,
  WalletsListManager,
  type WalletsListManagerOptions,
} from './wallets/wallets-list-manager.js';
