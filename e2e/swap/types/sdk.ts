/*
 * The types of `@tonconnect/sdk` and ours, one by one: each fits where the other is expected. Of classes
 * only the public members are compared, because private ones make every class a type of its own. The
 * compiler is the test; script/checks/package.test.mjs checks that no type is missing here.
 */
import type * as Ours from '@prichal/sdk';
import type * as Official from '@tonconnect/sdk';

/** Fails to compile if `Given` does not fit where `Wanted` is expected. */
type Fits<Given extends Wanted, Wanted> = [Given, Wanted];

/** Fails to compile if one of the two does not fit where the other is expected. */
type Same<A extends B, B extends A2, A2 = A> = [A, B, A2];

/** The public members of a class. */
type Public<T> = { [K in keyof T]: T[K] };

type Instance<T> = T extends abstract new (...args: never) => infer I ? Public<I> : never;

/** Our package has every value of the official package. */
export type Values = Fits<keyof typeof Official, keyof typeof Ours>;

export type Types = [
  Same<Ours.Account, Official.Account>,
  Same<Ours.AnalyticsMode, Official.AnalyticsMode>,
  Same<Ours.AnalyticsSettings, Official.AnalyticsSettings>,
  Same<Ours.AuthType, Official.AuthType>,
  Same<Ours.ChainId, Official.ChainId>,
  Same<Ours.ConnectAdditionalRequest, Official.ConnectAdditionalRequest>,
  Same<Ours.ConnectEventSuccess, Official.ConnectEventSuccess>,
  Same<Ours.ConnectionCompletedEvent, Official.ConnectionCompletedEvent>,
  Same<Ours.ConnectionErrorEvent, Official.ConnectionErrorEvent>,
  Same<Ours.ConnectionEvent, Official.ConnectionEvent>,
  Same<Ours.ConnectionInfo, Official.ConnectionInfo>,
  Same<Ours.ConnectionRestoringCompletedEvent, Official.ConnectionRestoringCompletedEvent>,
  Same<Ours.ConnectionRestoringErrorEvent, Official.ConnectionRestoringErrorEvent>,
  Same<Ours.ConnectionRestoringEvent, Official.ConnectionRestoringEvent>,
  Same<Ours.ConnectionRestoringStartedEvent, Official.ConnectionRestoringStartedEvent>,
  Same<Ours.ConnectionStartedEvent, Official.ConnectionStartedEvent>,
  Same<Ours.ConnectItem, Official.ConnectItem>,
  Same<Ours.ConnectItemReply, Official.ConnectItemReply>,
  Same<Ours.DappMetadata, Official.DappMetadata>,
  Same<Ours.DataSentForSignatureEvent, Official.DataSentForSignatureEvent>,
  Same<Ours.DataSignedEvent, Official.DataSignedEvent>,
  Same<Ours.DataSigningEvent, Official.DataSigningEvent>,
  Same<Ours.DataSigningFailedEvent, Official.DataSigningFailedEvent>,
  Same<Ours.DeviceInfo, Official.DeviceInfo>,
  Same<Ours.DisconnectionEvent, Official.DisconnectionEvent>,
  Same<Ours.Feature, Official.Feature>,
  Same<Ours.FeatureName, Official.FeatureName>,
  Same<Ours.IEnvironment, Official.IEnvironment>,
  Same<Ours.IStorage, Official.IStorage>,
  Same<Ours.KeyPair, Official.KeyPair>,
  Same<Ours.RequestVersionEvent, Official.RequestVersionEvent>,
  Same<Ours.RequiredFeatures, Official.RequiredFeatures>,
  Same<Ours.RequiredSendTransactionFeature, Official.RequiredSendTransactionFeature>,
  Same<Ours.RequiredSignDataFeature, Official.RequiredSignDataFeature>,
  Same<Ours.ResponseVersionEvent, Official.ResponseVersionEvent>,
  Same<Ours.SdkActionEvent, Official.SdkActionEvent>,
  Same<Ours.SelectedWalletEvent, Official.SelectedWalletEvent>,
  Same<Ours.SendTransactionFeature, Official.SendTransactionFeature>,
  Same<Ours.SendTransactionFeatureDeprecated, Official.SendTransactionFeatureDeprecated>,
  Same<Ours.SendTransactionRequest, Official.SendTransactionRequest>,
  Same<Ours.SendTransactionResponse, Official.SendTransactionResponse>,
  Same<Ours.SessionInfo, Official.SessionInfo>,
  Same<Ours.SignDataFeature, Official.SignDataFeature>,
  Same<Ours.SignDataPayload, Official.SignDataPayload>,
  Same<Ours.SignDataPayloadBinary, Official.SignDataPayloadBinary>,
  Same<Ours.SignDataPayloadCell, Official.SignDataPayloadCell>,
  Same<Ours.SignDataPayloadText, Official.SignDataPayloadText>,
  Same<Ours.SignDataResponse, Official.SignDataResponse>,
  Same<Ours.SignDataType, Official.SignDataType>,
  Same<Ours.TelegramUser, Official.TelegramUser>,
  Same<Ours.TonAddressItem, Official.TonAddressItem>,
  Same<Ours.TonAddressItemReply, Official.TonAddressItemReply>,
  Same<Ours.TonConnectOptions, Official.TonConnectOptions>,
  Same<Ours.TonProofItem, Official.TonProofItem>,
  Same<Ours.TonProofItemReply, Official.TonProofItemReply>,
  Same<Ours.TonProofItemReplyError, Official.TonProofItemReplyError>,
  Same<Ours.TonProofItemReplySuccess, Official.TonProofItemReplySuccess>,
  Same<Ours.TransactionFullInfo, Official.TransactionFullInfo>,
  Same<Ours.TransactionFullMessage, Official.TransactionFullMessage>,
  Same<Ours.TransactionInfo, Official.TransactionInfo>,
  Same<Ours.TransactionMessage, Official.TransactionMessage>,
  Same<Ours.TransactionSentForSignatureEvent, Official.TransactionSentForSignatureEvent>,
  Same<Ours.TransactionSignedEvent, Official.TransactionSignedEvent>,
  Same<Ours.TransactionSigningEvent, Official.TransactionSigningEvent>,
  Same<Ours.TransactionSigningFailedEvent, Official.TransactionSigningFailedEvent>,
  Same<Ours.Version, Official.Version>,
  Same<Ours.Version7Options, Official.Version7Options>,
  Same<Ours.VersionEvent, Official.VersionEvent>,
  Same<Ours.Wallet, Official.Wallet>,
  Same<Ours.WalletConnectionSource, Official.WalletConnectionSource>,
  Same<Ours.WalletConnectionSourceHTTP, Official.WalletConnectionSourceHTTP>,
  Same<Ours.WalletConnectionSourceJS, Official.WalletConnectionSourceJS>,
  Same<Ours.WalletConnectionSourceWalletConnect, Official.WalletConnectionSourceWalletConnect>,
  Same<Ours.WalletConnectMetadata, Official.WalletConnectMetadata>,
  Same<Ours.WalletConnectOptions, Official.WalletConnectOptions>,
  Same<Ours.WalletInfo, Official.WalletInfo>,
  Same<Ours.WalletInfoBase, Official.WalletInfoBase>,
  Same<Ours.WalletInfoCurrentlyEmbedded, Official.WalletInfoCurrentlyEmbedded>,
  Same<Ours.WalletInfoCurrentlyInjected, Official.WalletInfoCurrentlyInjected>,
  Same<Ours.WalletInfoInjectable, Official.WalletInfoInjectable>,
  Same<Ours.WalletInfoInjected, Official.WalletInfoInjected>,
  Same<Ours.WalletInfoRemote, Official.WalletInfoRemote>,
  Same<Ours.WalletModalOpenedEvent, Official.WalletModalOpenedEvent>,
  Same<Ours.AddTonConnectPrefix<'a'>, Official.AddTonConnectPrefix<'a'>>,
  Same<Ours.ConnectItemReplyError<'a'>, Official.ConnectItemReplyError<'a'>>,
  Same<
    Ours.EventDispatcher<Ours.SdkActionEvent>,
    Official.EventDispatcher<Official.SdkActionEvent>
  >,
  Same<Ours.OptionalTraceable<{ a: 1 }>, Official.OptionalTraceable<{ a: 1 }>>,
  Same<
    Ours.RemoveTonConnectPrefix<'ton-connect-ui-a'>,
    Official.RemoveTonConnectPrefix<'ton-connect-ui-a'>
  >,
  Same<Ours.Traceable<{ a: 1 }>, Official.Traceable<{ a: 1 }>>,
  Same<Ours.UUIDTypes<Uint8Array>, Official.UUIDTypes<Uint8Array>>,
  Same<
    Ours.WithoutVersion<[Ours.Version, string]>,
    Official.WithoutVersion<[Official.Version, string]>
  >,
  Same<Ours.CHAIN, Official.CHAIN>,
  Same<Ours.CONNECT_EVENT_ERROR_CODES, Official.CONNECT_EVENT_ERROR_CODES>,
  Same<Ours.CONNECT_ITEM_ERROR_CODES, Official.CONNECT_ITEM_ERROR_CODES>,
  Same<Ours.SEND_TRANSACTION_ERROR_CODES, Official.SEND_TRANSACTION_ERROR_CODES>,
  Same<Ours.SIGN_DATA_ERROR_CODES, Official.SIGN_DATA_ERROR_CODES>,
];

export type Enums = [
  Same<typeof Ours.CHAIN, typeof Official.CHAIN>,
  Same<typeof Ours.CONNECT_EVENT_ERROR_CODES, typeof Official.CONNECT_EVENT_ERROR_CODES>,
  Same<typeof Ours.CONNECT_ITEM_ERROR_CODES, typeof Official.CONNECT_ITEM_ERROR_CODES>,
  Same<typeof Ours.SEND_TRANSACTION_ERROR_CODES, typeof Official.SEND_TRANSACTION_ERROR_CODES>,
  Same<typeof Ours.SIGN_DATA_ERROR_CODES, typeof Official.SIGN_DATA_ERROR_CODES>,
];

export type Functions = [
  Same<typeof Ours.UUIDv7, typeof Official.UUIDv7>,
  Same<typeof Ours.checkRequiredWalletFeatures, typeof Official.checkRequiredWalletFeatures>,
  Same<typeof Ours.createConnectionCompletedEvent, typeof Official.createConnectionCompletedEvent>,
  Same<typeof Ours.createConnectionErrorEvent, typeof Official.createConnectionErrorEvent>,
  Same<
    typeof Ours.createConnectionRestoringCompletedEvent,
    typeof Official.createConnectionRestoringCompletedEvent
  >,
  Same<
    typeof Ours.createConnectionRestoringErrorEvent,
    typeof Official.createConnectionRestoringErrorEvent
  >,
  Same<
    typeof Ours.createConnectionRestoringStartedEvent,
    typeof Official.createConnectionRestoringStartedEvent
  >,
  Same<typeof Ours.createConnectionStartedEvent, typeof Official.createConnectionStartedEvent>,
  Same<
    typeof Ours.createDataSentForSignatureEvent,
    typeof Official.createDataSentForSignatureEvent
  >,
  Same<typeof Ours.createDataSignedEvent, typeof Official.createDataSignedEvent>,
  Same<typeof Ours.createDataSigningFailedEvent, typeof Official.createDataSigningFailedEvent>,
  Same<typeof Ours.createDisconnectionEvent, typeof Official.createDisconnectionEvent>,
  Same<typeof Ours.createRequestVersionEvent, typeof Official.createRequestVersionEvent>,
  Same<typeof Ours.createResponseVersionEvent, typeof Official.createResponseVersionEvent>,
  Same<typeof Ours.createSelectedWalletEvent, typeof Official.createSelectedWalletEvent>,
  Same<
    typeof Ours.createTransactionSentForSignatureEvent,
    typeof Official.createTransactionSentForSignatureEvent
  >,
  Same<typeof Ours.createTransactionSignedEvent, typeof Official.createTransactionSignedEvent>,
  Same<
    typeof Ours.createTransactionSigningFailedEvent,
    typeof Official.createTransactionSigningFailedEvent
  >,
  Same<typeof Ours.createVersionInfo, typeof Official.createVersionInfo>,
  Same<typeof Ours.createWalletModalOpenedEvent, typeof Official.createWalletModalOpenedEvent>,
  Same<typeof Ours.decodeTelegramUrlParameters, typeof Official.decodeTelegramUrlParameters>,
  Same<typeof Ours.enableQaMode, typeof Official.enableQaMode>,
  Same<typeof Ours.encodeTelegramUrlParameters, typeof Official.encodeTelegramUrlParameters>,
  Same<typeof Ours.initializeWalletConnect, typeof Official.initializeWalletConnect>,
  Same<typeof Ours.isConnectUrl, typeof Official.isConnectUrl>,
  Same<typeof Ours.isQaModeEnabled, typeof Official.isQaModeEnabled>,
  Same<typeof Ours.isTelegramUrl, typeof Official.isTelegramUrl>,
  Same<typeof Ours.isWalletConnectInitialized, typeof Official.isWalletConnectInitialized>,
  Same<typeof Ours.isWalletInfoCurrentlyEmbedded, typeof Official.isWalletInfoCurrentlyEmbedded>,
  Same<typeof Ours.isWalletInfoCurrentlyInjected, typeof Official.isWalletInfoCurrentlyInjected>,
  Same<typeof Ours.isWalletInfoInjectable, typeof Official.isWalletInfoInjectable>,
  Same<typeof Ours.isWalletInfoInjected, typeof Official.isWalletInfoInjected>,
  Same<typeof Ours.isWalletInfoRemote, typeof Official.isWalletInfoRemote>,
  Same<typeof Ours.toUserFriendlyAddress, typeof Official.toUserFriendlyAddress>,
];

export type Errors = [
  Same<Instance<typeof Ours.BadRequestError>, Instance<typeof Official.BadRequestError>>,
  Same<
    ConstructorParameters<typeof Ours.BadRequestError>,
    ConstructorParameters<typeof Official.BadRequestError>
  >,
  Same<Instance<typeof Ours.FetchWalletsError>, Instance<typeof Official.FetchWalletsError>>,
  Same<
    ConstructorParameters<typeof Ours.FetchWalletsError>,
    ConstructorParameters<typeof Official.FetchWalletsError>
  >,
  Same<
    Instance<typeof Ours.LocalstorageNotFoundError>,
    Instance<typeof Official.LocalstorageNotFoundError>
  >,
  Same<
    ConstructorParameters<typeof Ours.LocalstorageNotFoundError>,
    ConstructorParameters<typeof Official.LocalstorageNotFoundError>
  >,
  Same<Instance<typeof Ours.ParseHexError>, Instance<typeof Official.ParseHexError>>,
  Same<
    ConstructorParameters<typeof Ours.ParseHexError>,
    ConstructorParameters<typeof Official.ParseHexError>
  >,
  Same<Instance<typeof Ours.TonConnectError>, Instance<typeof Official.TonConnectError>>,
  Same<
    ConstructorParameters<typeof Ours.TonConnectError>,
    ConstructorParameters<typeof Official.TonConnectError>
  >,
  Same<Instance<typeof Ours.UnknownAppError>, Instance<typeof Official.UnknownAppError>>,
  Same<
    ConstructorParameters<typeof Ours.UnknownAppError>,
    ConstructorParameters<typeof Official.UnknownAppError>
  >,
  Same<Instance<typeof Ours.UnknownError>, Instance<typeof Official.UnknownError>>,
  Same<
    ConstructorParameters<typeof Ours.UnknownError>,
    ConstructorParameters<typeof Official.UnknownError>
  >,
  Same<Instance<typeof Ours.UserRejectsError>, Instance<typeof Official.UserRejectsError>>,
  Same<
    ConstructorParameters<typeof Ours.UserRejectsError>,
    ConstructorParameters<typeof Official.UserRejectsError>
  >,
  Same<
    Instance<typeof Ours.WalletAlreadyConnectedError>,
    Instance<typeof Official.WalletAlreadyConnectedError>
  >,
  Same<
    ConstructorParameters<typeof Ours.WalletAlreadyConnectedError>,
    ConstructorParameters<typeof Official.WalletAlreadyConnectedError>
  >,
  Same<
    Instance<typeof Ours.WalletMissingRequiredFeaturesError>,
    Instance<typeof Official.WalletMissingRequiredFeaturesError>
  >,
  Same<
    ConstructorParameters<typeof Ours.WalletMissingRequiredFeaturesError>,
    ConstructorParameters<typeof Official.WalletMissingRequiredFeaturesError>
  >,
  Same<
    Instance<typeof Ours.WalletNotConnectedError>,
    Instance<typeof Official.WalletNotConnectedError>
  >,
  Same<
    ConstructorParameters<typeof Ours.WalletNotConnectedError>,
    ConstructorParameters<typeof Official.WalletNotConnectedError>
  >,
  Same<
    Instance<typeof Ours.WalletNotInjectedError>,
    Instance<typeof Official.WalletNotInjectedError>
  >,
  Same<
    ConstructorParameters<typeof Ours.WalletNotInjectedError>,
    ConstructorParameters<typeof Official.WalletNotInjectedError>
  >,
  Same<
    Instance<typeof Ours.WalletNotSupportFeatureError>,
    Instance<typeof Official.WalletNotSupportFeatureError>
  >,
  Same<
    ConstructorParameters<typeof Ours.WalletNotSupportFeatureError>,
    ConstructorParameters<typeof Official.WalletNotSupportFeatureError>
  >,
  // The official class does not declare its cause.
  Fits<
    Instance<typeof Ours.WalletWrongNetworkError>,
    Instance<typeof Official.WalletWrongNetworkError>
  >,
  Same<
    ConstructorParameters<typeof Ours.WalletWrongNetworkError>,
    ConstructorParameters<typeof Official.WalletWrongNetworkError>
  >,
  Same<Instance<typeof Ours.WrongAddressError>, Instance<typeof Official.WrongAddressError>>,
  Same<
    ConstructorParameters<typeof Ours.WrongAddressError>,
    ConstructorParameters<typeof Official.WrongAddressError>
  >,
];

/** Classes of ours that have additional members or options. */
export type Classes = [
  Fits<Instance<typeof Ours.SessionCrypto>, Instance<typeof Official.SessionCrypto>>,
  Fits<
    ConstructorParameters<typeof Official.SessionCrypto>,
    ConstructorParameters<typeof Ours.SessionCrypto>
  >,
  Fits<Instance<typeof Ours.WalletsListManager>, Instance<typeof Official.WalletsListManager>>,
  Fits<
    ConstructorParameters<typeof Official.WalletsListManager>,
    ConstructorParameters<typeof Ours.WalletsListManager>
  >,
  Fits<Omit<Ours.TonConnect, 'onStatusChange'>, Omit<Official.TonConnect, 'onStatusChange'>>,
  Fits<
    ConstructorParameters<typeof Official.TonConnect>,
    ConstructorParameters<typeof Ours.TonConnect>
  >,
  Fits<Omit<typeof Ours.TonConnect, 'prototype'>, Omit<typeof Official.TonConnect, 'prototype'>>,
  Fits<typeof Ours.default, typeof Ours.TonConnect>,
  Same<
    Public<Ours.BrowserEventDispatcher<Ours.SdkActionEvent>>,
    Public<Official.BrowserEventDispatcher<Official.SdkActionEvent>>
  >,
];

/**
 * Our option accepts a connector of either package. The compiler does not accept ours as an official one, because its
 * `errorsHandler` gets our errors, and the official class has a protected member.
 */
export type Connectors = [
  Fits<Official.ITonConnect, Ours.ITonConnect>,
  Fits<Official.TonConnect, Ours.ITonConnect>,
  Fits<Ours.TonConnect, Ours.ITonConnect>,
  Fits<Omit<Ours.ITonConnect, 'onStatusChange'>, Omit<Official.ITonConnect, 'onStatusChange'>>,
  Fits<
    Parameters<Ours.ITonConnect['onStatusChange']>[0],
    Parameters<Official.ITonConnect['onStatusChange']>[0]
  >,
];
