/*
 * The widget takes these names of the connector's package, in one chunk. A bundler drops the others.
 */
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
  createSelectedWalletEvent,
  createTransactionSentForSignatureEvent,
  createTransactionSignedEvent,
  createTransactionSigningFailedEvent,
  createWalletModalOpenedEvent,
  getBuiltInWallets,
  isWalletConnectInitialized,
  TonConnect,
  toUserFriendlyAddress,
} from '@prichal/sdk';
