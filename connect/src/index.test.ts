import { expect, it } from 'vitest';
import * as connect from './index.js';

/** A name that appears or disappears here changes the API: that is a decision, not an accident. */
it('exports these names', () => {
  expect(Object.keys(connect).sort()).toMatchInlineSnapshot(`
    [
      "BadRequestError",
      "CHAIN",
      "ManifestContentError",
      "ManifestNotFoundError",
      "THEME",
      "TonConnectButton",
      "TonConnectError",
      "TonConnectProviderNotSetError",
      "TonConnectUI",
      "TonConnectUIContext",
      "TonConnectUIError",
      "TonConnectUIProvider",
      "TonConnectUIReactError",
      "UnknownAppError",
      "UnknownError",
      "UserRejectsError",
      "WalletAlreadyConnectedError",
      "WalletMissingRequiredFeaturesError",
      "WalletNotConnectedError",
      "WalletNotInjectedError",
      "WalletNotSupportFeatureError",
      "WalletWrongNetworkError",
      "checkRequiredWalletFeatures",
      "isWalletInfoCurrentlyEmbedded",
      "isWalletInfoCurrentlyInjected",
      "isWalletInfoInjectable",
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
