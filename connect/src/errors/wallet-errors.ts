import type { ConnectEventSuccess, FeatureName, RequiredFeatures } from '@tonconnect/sdk';
import { TonConnectError } from './base-errors.js';

/* What a wallet, or the SDK on its way to one, has to say. Not in the first load. */

/** The wallet's owner said no (protocol code 300). */
export class UserRejectsError extends TonConnectError {
  override get name(): string {
    return 'UserRejectsError';
  }
}

/** The wallet could not read the request (protocol code 1). */
export class BadRequestError extends TonConnectError {
  override get name(): string {
    return 'BadRequestError';
  }
}

/** The wallet does not know this app's session (protocol code 100). */
export class UnknownAppError extends TonConnectError {
  override get name(): string {
    return 'UnknownAppError';
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
}

/** The app's manifest is not what the protocol asks for (protocol code 3). */
export class ManifestContentError extends TonConnectError {
  override get name(): string {
    return 'ManifestContentError';
  }
}

/** `setConnectionNetwork`, or a connect request, while a wallet is connected. */
export class WalletAlreadyConnectedError extends TonConnectError {
  override get name(): string {
    return 'WalletAlreadyConnectedError';
  }
}

/** A request to a wallet while none is connected. */
export class WalletNotConnectedError extends TonConnectError {
  override get name(): string {
    return 'WalletNotConnectedError';
  }
}

/** The browser extension that was asked for is not on this page. */
export class WalletNotInjectedError extends TonConnectError {
  override get name(): string {
    return 'WalletNotInjectedError';
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
}

/** The wallet that answered lacks a feature in `walletsRequiredFeatures`; see `cause.connectEvent`. */
export class WalletMissingRequiredFeaturesError extends TonConnectError {
  declare cause: { connectEvent: ConnectEventSuccess['payload'] };

  override get name(): string {
    return 'WalletMissingRequiredFeaturesError';
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
}

/** A connector of the caller's own has no storage. The widget's own storage is always there. */
export class LocalstorageNotFoundError extends TonConnectError {
  override get name(): string {
    return 'LocalstorageNotFoundError';
  }
}

/** Not a raw address (`0:<64 hex digits>`). */
export class WrongAddressError extends TonConnectError {
  override get name(): string {
    return 'WrongAddressError';
  }
}

/** Letters that are no hex digits, or not 64 of them, in a raw address. */
export class ParseHexError extends TonConnectError {
  override get name(): string {
    return 'ParseHexError';
  }
}
