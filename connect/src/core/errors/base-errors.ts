/*
 * Each class names itself: constructor names do not survive a minifier, and hosts branch on `name`.
 * By getters, as built-in errors have their names on the prototype; fields would be lowered, and these
 * classes are in the first load.
 */

export type ErrorOptions<T> = { cause?: T; code?: string };

/**
 * Base of everything this package throws. Its message is the SDK's, because apps look into it for words
 * such as `TON_CONNECT_SDK_ERROR` and `User rejects`: the prefix, the class, what the class says, and
 * in the next line the reason that was given. `cause` holds what it was made from: for an error that came
 * from the SDK or the wallet that is the SDK's own error, with what it says of the reason on it.
 */
export class TonConnectError<T = unknown> extends Error {
  /**
   * Stable, for programs: `USER_REJECTS` for a UserRejectsError, and so on; where one class stands for
   * several cases each has its own, such as `NOT_CONNECTED`.
   */
  declare readonly code?: string;

  override get name(): string {
    return 'TonConnectError';
  }

  /** What every error of the class says. */
  protected get info(): string {
    return '';
  }

  constructor(message = '', options?: ErrorOptions<T>) {
    super(message, options);
    const { name, info } = this;
    this.message = `[TON_CONNECT_SDK_ERROR] ${name}${info && `: ${info}`}${message && `\n${message}`}`;
    this.code =
      options?.code ??
      name
        .replace(/^TonConnect(?!Error)|Error$/g, '')
        .replace(/\B(?=[A-Z][a-z])/g, '_')
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
