/*
 * Each class names itself: constructor names do not survive a minifier, and hosts branch on `name`.
 * By getters, as built-in errors have their names on the prototype; fields would be lowered, and these
 * classes are in the first load.
 */

/** Base of everything this package throws. `cause` holds what it was made from. */
export class TonConnectError extends Error {
  override get name(): string {
    return 'TonConnectError';
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

  constructor() {
    super('You should add <TonConnectUIProvider> on the top of the app to use TonConnect');
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
  override get name(): string {
    return 'WalletNotSupportFeatureError';
  }
}

/** The wallet that answered lacks a feature in `walletsRequiredFeatures`. */
export class WalletMissingRequiredFeaturesError extends TonConnectError {
  override get name(): string {
    return 'WalletMissingRequiredFeaturesError';
  }
}

/** The wallet is on another network than the app asked for. */
export class WalletWrongNetworkError extends TonConnectError {
  override get name(): string {
    return 'WalletWrongNetworkError';
  }
}
