export type {
  ExtensionAnswer,
  ExtensionAnswerListener,
  PendingExtension,
} from './connector/extension-request.js';
export type { SignMessageResponse } from './connector/requests.js';
export { TonConnect, TonConnect as default } from './connector/ton-connect.js';
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
export {
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
} from './events/create-events.js';
export { BrowserEventDispatcher } from './events/tracker.js';
export { toUserFriendlyAddress } from './protocol/address.js';
export {
  CHAIN,
  CONNECT_EVENT_ERROR_CODES,
  CONNECT_ITEM_ERROR_CODES,
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
} from './protocol/enums.js';
export {
  decodeTelegramUrlParameters,
  encodeTelegramUrlParameters,
  isConnectUrl,
  isTelegramUrl,
} from './protocol/links.js';
export { UUIDv7 } from './protocol/uuid.js';
export { SessionCrypto } from './session/session-crypto.js';
export type * from './types/index.js';
export { enableQaMode, isQaModeEnabled } from './validation/problems.js';
export { initializeWalletConnect, isWalletConnectInitialized } from './wallet-connect/load.js';
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
