import type { ConnectEventSuccess } from '@tonconnect/sdk';
import type { RequiredFeature } from './public-types.js';

/*
 * Each class names itself: constructor names do not survive a minifier, and hosts branch on `name`.
 * By getters, as built-in errors have their names on the prototype; fields would be lowered, and these
 * classes are in the first load.
 */

type ErrorOptions<T> = { cause?: T; code?: string };

/**
 * Base of everything this package throws. `cause` holds what it was made from: for an error that came
 * from the SDK or the wallet that is the SDK's own error, with what it says of the reason on it.
 */
export class TonConnectError<T = unknown> extends Error {
  /**
   * Stable, for programs: `USER_REJECTS` for a UserRejectsError, and so on; where one class stands for
   * several cases each has its own, such as `TRANSACTION_CANCELLED`.
   */
  declare readonly code?: string;

  override get name(): string {
    return 'TonConnectError';
  }

  constructor(message?: string, options?: ErrorOptions<T>) {
    super(message, options);
    this.code =
      options?.code ??
      this.name
        .replace(/^TonConnect(?!Error)|Error$/g, '')
        .replace(/[a-z](?=[A-Z])|UI(?=R)/g, '$&_')
        .toUpperCase();
  }
}

/** A wrong use of the widget, or an action that ended without a result. */
export class TonConnectUIError extends TonConnectError {
  override get name(): string {
    return 'TonConnectUIError';
  }
}

/** A wrong use of the React components. */
export class TonConnectUIReactError extends TonConnectUIError {
  override get name(): string {
    return 'TonConnectUIReactError';
  }
}

/** A hook or a component of this package was used outside of its provider. */
export class TonConnectProviderNotSetError extends TonConnectUIReactError {
  override get name(): string {
    return 'TonConnectProviderNotSetError';
  }

  constructor(
    message = 'You should add <TonConnectUIProvider> on the top of the app to use TonConnect',
    options?: ErrorOptions<unknown>,
  ) {
    super(message, options);
  }
}

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
