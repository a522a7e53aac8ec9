import * as peer from '@tonconnect/ui-react';
import { describe, expect, it } from 'vitest';
import * as connect from './index.js';
import * as sdk from './sdk.js';

const namesOf = (module: object): string[] => Object.keys(module).sort();

describe('what is exported', () => {
  /** A name that appears or disappears here changes the API: that is a decision, not an accident. */
  it('at the root', () => {
    expect(namesOf(connect)).toMatchInlineSnapshot(`
      [
        "BadRequestError",
        "CHAIN",
        "CONNECT_EVENT_ERROR_CODES",
        "CONNECT_ITEM_ERROR_CODES",
        "FetchWalletsError",
        "LocalstorageNotFoundError",
        "ManifestContentError",
        "ManifestNotFoundError",
        "ParseHexError",
        "SEND_TRANSACTION_ERROR_CODES",
        "SIGN_DATA_ERROR_CODES",
        "THEME",
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
        "WrongAddressError",
        "checkRequiredWalletFeatures",
        "decodeTelegramUrlParameters",
        "encodeTelegramUrlParameters",
        "isConnectUrl",
        "isTelegramUrl",
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

  it('has every name of the peer, at the root or, what is heavy, in /sdk', () => {
    const ours = [...namesOf(connect), ...namesOf(sdk)];
    expect(namesOf(peer).filter((name) => !ours.includes(name))).toEqual([]);
  });

  it('has no name twice, so that an error caught is of the class at the root', () => {
    expect(namesOf(sdk).filter((name) => name in connect)).toEqual([]);
  });

  // biome-ignore-start lint/performance/noDynamicNamespaceImportAccess: a test of the names.
  it.each([
    'CHAIN',
    'THEME',
    'CONNECT_EVENT_ERROR_CODES',
    'CONNECT_ITEM_ERROR_CODES',
    'SEND_TRANSACTION_ERROR_CODES',
    'SIGN_DATA_ERROR_CODES',
  ] as const)('%s is the peer’s', (name) => {
    expect(connect[name]).toEqual(peer[name]);
  });
  // biome-ignore-end lint/performance/noDynamicNamespaceImportAccess: a test of the names.
});
