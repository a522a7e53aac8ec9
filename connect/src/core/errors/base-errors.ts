/*
 * Each class sets its `name`, because apps compare it and minifiers change constructor names. The names are
 * getters, on the prototype like those of built-in errors. Fields would be larger after lowering, and these
 * classes are in the first load.
 */

export type ErrorOptions<T> = { cause?: T; code?: string };

/**
 * Base class of all errors of this package. Its message has the SDK's format, because apps search it for
 * texts such as `TON_CONNECT_SDK_ERROR` and `User rejects`: the prefix, the class, the sentence of the class,
 * and the reason in the next line. For an error of the SDK or the wallet, `cause` is the SDK's error, with the
 * fields of that error's own `cause`.
 */
export class TonConnectError<T = unknown> extends Error {
  /**
   * A stable code for programs, such as `USER_REJECTS` for a UserRejectsError. If a class has several cases,
   * each has its own code, such as `NOT_CONNECTED`.
   */
  declare readonly code?: string;

  override get name(): string {
    return 'TonConnectError';
  }

  /** The sentence in every message of the class. */
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

/** The widget was used incorrectly, or an action ended without a result. */
export class TonConnectUIError extends TonConnectError {
  override get name(): string {
    return 'TonConnectUIError';
  }
}

/** The React components were used incorrectly. */
export class TonConnectUIReactError extends TonConnectUIError {
  override get name(): string {
    return 'TonConnectUIReactError';
  }
}

/** A hook or component of this package was used outside its provider. */
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
