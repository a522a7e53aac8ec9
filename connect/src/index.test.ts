import * as peer from '@tonconnect/ui-react';
import { describe, expect, it } from 'vitest';
import * as connect from './index.js';
import * as sdk from './sdk.js';

const namesOf = (module: object): string[] => Object.keys(module).sort();

describe('exports', () => {
  /** A name that appears or disappears changes the public API. Change this list only on purpose. */
  it('of the root entry', () => {
    expect(namesOf(connect)).toMatchInlineSnapshot(`
      [
        "BadRequestError",
        "BrowserEventDispatcher",
        "CHAIN",
        "CONNECT_EVENT_ERROR_CODES",
        "CONNECT_ITEM_ERROR_CODES",
        "FetchWalletsError",
        "LocalstorageNotFoundError",
        "ManifestContentError",
        "ManifestNotFoundError",
        "ParseHexError",
        "RequestCancelledError",
        "SEND_TRANSACTION_ERROR_CODES",
        "SIGN_DATA_ERROR_CODES",
        "SessionCrypto",
        "THEME",
        "TonConnect",
        "TonConnectButton",
        "TonConnectError",
        "TonConnectProviderNotSetError",
        "TonConnectUI",
        "TonConnectUIContext",
        "TonConnectUIError",
        "TonConnectUIProvider",
        "TonConnectUIReactError",
        "UUIDv7",
        "UnknownAppError",
        "UnknownError",
        "UserRejectsError",
        "WalletAlreadyConnectedError",
        "WalletMissingRequiredFeaturesError",
        "WalletNotConnectedError",
        "WalletNotInjectedError",
        "WalletNotSupportFeatureError",
        "WalletWrongNetworkError",
        "WalletsListManager",
        "WrongAddressError",
        "checkRequiredWalletFeatures",
        "createConnectionCompletedEvent",
        "createConnectionErrorEvent",
        "createConnectionRestoringCompletedEvent",
        "createConnectionRestoringErrorEvent",
        "createConnectionRestoringStartedEvent",
        "createConnectionStartedEvent",
        "createDataSentForSignatureEvent",
        "createDataSignedEvent",
        "createDataSigningFailedEvent",
        "createDisconnectionEvent",
        "createRequestVersionEvent",
        "createResponseVersionEvent",
        "createSelectedWalletEvent",
        "createTransactionSentForSignatureEvent",
        "createTransactionSignedEvent",
        "createTransactionSigningFailedEvent",
        "createVersionInfo",
        "createWalletModalOpenedEvent",
        "decodeTelegramUrlParameters",
        "enableQaMode",
        "encodeTelegramUrlParameters",
        "initializeWalletConnect",
        "isConnectUrl",
        "isQaModeEnabled",
        "isTelegramUrl",
        "isWalletConnectInitialized",
        "isWalletInfoCurrentlyEmbedded",
        "isWalletInfoCurrentlyInjected",
        "isWalletInfoInjectable",
        "isWalletInfoInjected",
        "isWalletInfoRemote",
        "toUserFriendlyAddress",
        "useIsConnectionRestored",
        "useTonAddress",
        "useTonConnectModal",
        "useTonConnectUI",
        "useTonWallet",
      ]
    `);
  });

  it('have every name of the peer', () => {
    expect(namesOf(peer).filter((name) => !(name in connect))).toEqual([]);
  });

  it('are the same in /sdk and in the root entry', () => {
    expect(connect).toMatchObject(sdk);
  });

  // biome-ignore-start lint/performance/noDynamicNamespaceImportAccess: a test of the names.
  it.each([
    'CHAIN',
    'THEME',
    'CONNECT_EVENT_ERROR_CODES',
    'CONNECT_ITEM_ERROR_CODES',
    'SEND_TRANSACTION_ERROR_CODES',
    'SIGN_DATA_ERROR_CODES',
  ] as const)('%s equals that of the peer', (name) => {
    expect(connect[name]).toEqual(peer[name]);
  });
  // biome-ignore-end lint/performance/noDynamicNamespaceImportAccess: a test of the names.
});
