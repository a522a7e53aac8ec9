import { SignInError } from '@prichal/telegram/session';

export const failure = (code: string, detail: string, cause?: unknown): SignInError =>
  new SignInError({ code, detail, cause });

export const isFailure = (error: unknown, code: string): error is SignInError =>
  error instanceof SignInError && error.code === code;

/** The failure of an `import()`. */
export const notLoaded = (cause: unknown): never => {
  throw failure('network', 'A part of sign-in could not be loaded', cause);
};

/** Marks a rejection as handled: the state has the error too. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
