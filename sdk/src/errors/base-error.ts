/** Options of every error. `code` overrides the code of the class. */
export type ErrorOptions<T = unknown> = { cause?: T; code?: string };

/**
 * Base class of the errors of this package. Its message has the form
 * `[TON_CONNECT_SDK_ERROR] <name>: <description>`, then the reason in the next line.
 */
export class TonConnectError<T = unknown> extends Error {
  /** Stable identifier of the case, for example `USER_REJECTS`. */
  declare readonly code?: string;

  // A getter: minifiers rename classes, and programs compare names.
  override get name(): string {
    return 'TonConnectError';
  }

  constructor(message?: string, options?: ErrorOptions<T>) {
    super(message, options);
    const { name, info } = this as { name: string; info?: string };
    this.message = `[TON_CONNECT_SDK_ERROR] ${name}${info ? `: ${info}` : ''}${message ? `\n${message}` : ''}`;
    this.code =
      options?.code ??
      name
        .replace(/^TonConnect(?!Error)|Error$/g, '')
        .replace(/[a-z](?=[A-Z])|UI(?=R)/g, '$&_')
        .toUpperCase();
  }
}

/** Class of an error with a fixed name. `info` is its description. */
export const errorClass = (
  name: string,
  info?: string,
): (new (
  message?: string,
  options?: ErrorOptions,
) => TonConnectError) =>
  class extends TonConnectError {
    override get name(): string {
      return name;
    }

    get info(): string | undefined {
      return info;
    }
  };
