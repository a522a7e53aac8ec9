import { SignInError } from '@prichal/telegram/session';

export const failure = (code: string, detail: string, cause?: unknown): SignInError =>
  new SignInError({ code, detail, cause });

export const isFailure = (error: unknown, code: string): error is SignInError =>
  error instanceof SignInError && error.code === code;

/** Marks a rejection as handled: the state has the error too. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
