import type { ConnectEventSuccess, FeatureName, RequiredFeatures } from '@prichal/sdk';
import { TonConnectError } from './base-errors.js';

/*
 * Errors of a wallet, and of the SDK in a request to a wallet. Not in the first load. The sentences are the
 * SDK's (3.4.1), because apps compare them. A test checks that they are equal.
 */

const MANIFEST_GUIDE =
  'https://github.com/ton-connect/docs/blob/main/requests-responses.md#app-manifest';

/** The user rejected the request in the wallet (protocol code 300). */
export class UserRejectsError extends TonConnectError {
  override get name(): string {
    return 'UserRejectsError';
  }

  protected override get info(): string {
    return 'User rejects the action in the wallet.';
  }
}

/** The wallet could not read the request (protocol code 1). */
export class BadRequestError extends TonConnectError {
  override get name(): string {
    return 'BadRequestError';
  }

  protected override get info(): string {
    return 'Request to the wallet contains errors.';
  }
}

/** The wallet does not know this app's session (protocol code 100). */
export class UnknownAppError extends TonConnectError {
  override get name(): string {
    return 'UnknownAppError';
  }

  protected override get info(): string {
    return 'App tries to send rpc request to the injected wallet while not connected.';
  }
}

/** The wallet gave no reason (protocol code 0). */
export class UnknownError extends TonConnectError {
  override get name(): string {
    return 'UnknownError';
  }
}

/** The wallet could not fetch the app's manifest (protocol code 2). */
export class ManifestNotFoundError extends TonConnectError {
  override get name(): string {
    return 'ManifestNotFoundError';
  }

  protected override get info(): string {
    return `Manifest not found. Make sure you added \`tonconnect-manifest.json\` to the root of your app or passed correct manifestUrl. See more ${MANIFEST_GUIDE}`;
  }
}

/** The app's manifest is invalid (protocol code 3). */
export class ManifestContentError extends TonConnectError {
  override get name(): string {
    return 'ManifestContentError';
  }

  protected override get info(): string {
    return `Passed \`tonconnect-manifest.json\` contains errors. Check format of your manifest. See more ${MANIFEST_GUIDE}`;
  }
}

/** `setConnectionNetwork` or a connect request was called while a wallet is connected. */
export class WalletAlreadyConnectedError extends TonConnectError {
  override get name(): string {
    return 'WalletAlreadyConnectedError';
  }

  protected override get info(): string {
    return 'Wallet connection called but wallet already connected. To avoid the error, disconnect the wallet before doing a new connection.';
  }
}

/** A request was sent while no wallet is connected. */
export class WalletNotConnectedError extends TonConnectError {
  override get name(): string {
    return 'WalletNotConnectedError';
  }

  protected override get info(): string {
    return 'Send transaction or other protocol methods called while wallet is not connected.';
  }
}

/** The wallet's browser extension is not on this page. */
export class WalletNotInjectedError extends TonConnectError {
  override get name(): string {
    return 'WalletNotInjectedError';
  }

  protected override get info(): string {
    return 'There is an attempt to connect to the injected wallet while it is not exists in the webpage.';
  }
}

/** A feature that a request needs, with the SDK's name. */
export type RequiredFeature = {
  featureName: FeatureName;
  value?: RequiredFeatures['sendTransaction'] | RequiredFeatures['signData'];
};

/** The connected wallet does not support the request. `cause.requiredFeature` is the missing feature. */
export class WalletNotSupportFeatureError extends TonConnectError {
  declare cause: { requiredFeature: RequiredFeature };

  override get name(): string {
    return 'WalletNotSupportFeatureError';
  }

  protected override get info(): string {
    return "Wallet doesn't support requested feature method.";
  }
}

/** The wallet lacks a feature in `walletsRequiredFeatures`. `cause.connectEvent` is its answer. */
export class WalletMissingRequiredFeaturesError extends TonConnectError {
  declare cause: { connectEvent: ConnectEventSuccess['payload'] };

  override get name(): string {
    return 'WalletMissingRequiredFeaturesError';
  }

  protected override get info(): string {
    return 'Missing required features. You need to update your wallet.';
  }
}

/** The wallet is on another network than the app requires. `cause` has both chain ids. */
export class WalletWrongNetworkError extends TonConnectError {
  declare cause: { expectedChainId: string; actualChainId: string };

  override get name(): string {
    return 'WalletWrongNetworkError';
  }
}

/** The wallets list did not load. A connector can throw it. The widget itself falls back to other lists. */
export class FetchWalletsError extends TonConnectError {
  override get name(): string {
    return 'FetchWalletsError';
  }

  protected override get info(): string {
    return 'An error occurred while fetching the wallets list.';
  }
}

/** A custom connector has no storage. The widget's own storage is always available. */
export class LocalstorageNotFoundError extends TonConnectError {
  override get name(): string {
    return 'LocalstorageNotFoundError';
  }

  protected override get info(): string {
    return 'Storage was not specified in the `DappMetadata` and default `localStorage` was not detected in the environment.';
  }
}

/** The address is not a raw address (`0:<64 hex digits>`). */
export class WrongAddressError extends TonConnectError {
  override get name(): string {
    return 'WrongAddressError';
  }

  protected override get info(): string {
    return 'Passed address is in incorrect format.';
  }
}

/** The hash of a raw address is not 64 hex digits. */
export class ParseHexError extends TonConnectError {
  override get name(): string {
    return 'ParseHexError';
  }

  protected override get info(): string {
    return 'Passed hex is in incorrect format.';
  }
}
