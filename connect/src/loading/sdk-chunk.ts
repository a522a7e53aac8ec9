/*
 * What the widget needs of the connector's package, in one chunk. Names, not the whole package, so that
 * bundlers drop the rest.
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
