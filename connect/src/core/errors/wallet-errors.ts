import type { ConnectEventSuccess, FeatureName, RequiredFeatures } from '@prichal/sdk';
import { TonConnectError } from './base-errors.js';

/*
 * What a wallet, or the SDK on its way to one, has to say. Not in the first load. The sentences are the
 * SDK's (3.4.1): apps test for them, and a test compares them.
 */

const MANIFEST_GUIDE =
  'https://github.com/ton-connect/docs/blob/main/requests-responses.md#app-manifest';

/** The wallet's owner said no (protocol code 300). */
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

/** The app's manifest is not what the protocol asks for (protocol code 3). */
export class ManifestContentError extends TonConnectError {
  override get name(): string {
    return 'ManifestContentError';
  }

  protected override get info(): string {
    return `Passed \`tonconnect-manifest.json\` contains errors. Check format of your manifest. See more ${MANIFEST_GUIDE}`;
  }
}

/** `setConnectionNetwork`, or a connect request, while a wallet is connected. */
export class WalletAlreadyConnectedError extends TonConnectError {
  override get name(): string {
    return 'WalletAlreadyConnectedError';
  }

  protected override get info(): string {
    return 'Wallet connection called but wallet already connected. To avoid the error, disconnect the wallet before doing a new connection.';
  }
}

/** A request to a wallet while none is connected. */
export class WalletNotConnectedError extends TonConnectError {
  override get name(): string {
    return 'WalletNotConnectedError';
  }

  protected override get info(): string {
    return 'Send transaction or other protocol methods called while wallet is not connected.';
  }
}

/** The browser extension that was asked for is not on this page. */
export class WalletNotInjectedError extends TonConnectError {
  override get name(): string {
    return 'WalletNotInjectedError';
  }

  protected override get info(): string {
    return 'There is an attempt to connect to the injected wallet while it is not exists in the webpage.';
  }
}

/** A feature that an action needs, as the SDK names it. */
export type RequiredFeature = {
  featureName: FeatureName;
  value?: RequiredFeatures['sendTransaction'] | RequiredFeatures['signData'];
};

/** The connected wallet cannot do what was asked; `cause.requiredFeature` says what. */
export class WalletNotSupportFeatureError extends TonConnectError {
  declare cause: { requiredFeature: RequiredFeature };

  override get name(): string {
    return 'WalletNotSupportFeatureError';
  }

  protected override get info(): string {
    return "Wallet doesn't support requested feature method.";
  }
}

/** The wallet that answered lacks a feature in `walletsRequiredFeatures`; see `cause.connectEvent`. */
export class WalletMissingRequiredFeaturesError extends TonConnectError {
  declare cause: { connectEvent: ConnectEventSuccess['payload'] };

  override get name(): string {
    return 'WalletMissingRequiredFeaturesError';
  }

  protected override get info(): string {
    return 'Missing required features. You need to update your wallet.';
  }
}

/** The wallet is on another network than the app asked for; `cause` has both chain ids. */
export class WalletWrongNetworkError extends TonConnectError {
  declare cause: { expectedChainId: string; actualChainId: string };

  override get name(): string {
    return 'WalletWrongNetworkError';
  }
}

/** The wallets list could not be had. The widget's own lists fall back instead; a connector may say it. */
export class FetchWalletsError extends TonConnectError {
  override get name(): string {
    return 'FetchWalletsError';
  }

  protected override get info(): string {
    return 'An error occurred while fetching the wallets list.';
  }
}

/** A connector of the caller's own has no storage. The widget's own storage is always there. */
export class LocalstorageNotFoundError extends TonConnectError {
  override get name(): string {
    return 'LocalstorageNotFoundError';
  }

  protected override get info(): string {
    return 'Storage was not specified in the `DappMetadata` and default `localStorage` was not detected in the environment.';
  }
}

/** Not a raw address (`0:<64 hex digits>`). */
export class WrongAddressError extends TonConnectError {
  override get name(): string {
    return 'WrongAddressError';
  }

  protected override get info(): string {
    return 'Passed address is in incorrect format.';
  }
}

/** Letters that are no hex digits, or not 64 of them, in a raw address. */
export class ParseHexError extends TonConnectError {
  override get name(): string {
    return 'ParseHexError';
  }

  protected override get info(): string {
    return 'Passed hex is in incorrect format.';
  }
}
