/*
 * The SDK's heavy values, as its own (`@tonconnect/sdk`). They are apart from the root entry because
 * the SDK cannot be shaken: one name of it costs all 38 kB. What is light stands at the root, and is
 * not here: an error of the SDK's own class would not be `instanceof` the root's.
 */
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
} from '@tonconnect/sdk';
