/*
 * The values of the connector's package, apart from the root entry: bundlers that cannot shake packages
 * pay for them only here. Errors are not here, because they would not be instances of the root's classes.
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
} from '@prichal/sdk';
