import type { CONNECT_EVENT_ERROR_CODES } from '@prichal/sdk';
import { TonConnectError } from './base-errors.js';
import {
  BadRequestError,
  FetchWalletsError,
  LocalstorageNotFoundError,
  ManifestContentError,
  ManifestNotFoundError,
  ParseHexError,
  UnknownAppError,
  UnknownError,
  UserRejectsError,
  WalletAlreadyConnectedError,
  WalletMissingRequiredFeaturesError,
  WalletNotConnectedError,
  WalletNotInjectedError,
  WalletNotSupportFeatureError,
  WalletWrongNetworkError,
  WrongAddressError,
} from './wallet-errors.js';

/**
 * Classes of the SDK's errors. An error is recognized by the sentence that its class puts into the message:
 * class names do not survive a minifier, and `instanceof` does not survive a second copy of the SDK.
 */
const CLASSES = [
  UserRejectsError,
  BadRequestError,
  UnknownAppError,
  ManifestNotFoundError,
  ManifestContentError,
  WalletAlreadyConnectedError,
  WalletNotConnectedError,
  WalletNotInjectedError,
  WalletNotSupportFeatureError,
  WalletMissingRequiredFeaturesError,
  FetchWalletsError,
  LocalstorageNotFoundError,
  WrongAddressError,
  ParseHexError,
];

/** The protocol's codes of the first five. */
const CODES: readonly CONNECT_EVENT_ERROR_CODES[] = [300, 1, 100, 2, 3];

/** Returns the protocol's code of an error. Undefined if it has none. */
export const protocolCode = (error: Error): CONNECT_EVENT_ERROR_CODES | undefined =>
  error instanceof UnknownError ? 0 : CODES[CLASSES.findIndex((Class) => error instanceof Class)];

/** Returns the sentence of a class, which is protected as in the SDK. */
const sentenceOf = ({ prototype }: { prototype: object }): string =>
  (prototype as { info: string }).info;

/** Whether an error is one of the SDK's, of any copy of the SDK. */
export const isSdkError = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith('[TON_CONNECT_SDK_ERROR]');

// Not in the class, because that is in the first load and only this module creates errors with a twin. The
// property is configurable, because a chunk that is loaded again after a failure can run twice.
Object.defineProperty(TonConnectError, Symbol.hasInstance, {
  configurable: true,
  value(this: unknown, error: { twin?: unknown } | null | undefined): boolean {
    return Function.prototype[Symbol.hasInstance].call(this, error?.twin ?? error);
  },
});

/**
 * Returns the error of the widget for an error of a connector, with the original as its `cause`.
 * `instanceof` is true for our class and for the class of the original, which a host may have imported
 * from `@tonconnect/sdk`.
 *
 * The fields of the cause of an SDK's error (`requiredFeature`, chain ids, `connectEvent`) are copied to the
 * error, so that `error.cause.requiredFeature` works as with the errors of the SDK.
 */
export function translateError(error: unknown): TonConnectError {
  if (error instanceof TonConnectError) return error;
  const twin = ownError(error);
  if (!(error instanceof Error)) return twin;
  return Object.defineProperties(
    Object.setPrototypeOf(ownError(error), Object.getPrototypeOf(error)),
    { name: { value: twin.name }, twin: { value: twin } },
  );
}

/** Returns the error as an instance of our class only: the twin of an error that keeps another class. */
function ownError(original: unknown): TonConnectError {
  const cause = original as never;
  const text = original instanceof Error ? original.message : String(original);
  // `[TON_CONNECT_SDK_ERROR] SomeError: sentence`. The wallet's own words are in the lines below.
  const [head = ''] = text.split('\n');
  const known = CLASSES.find((Class) => head.includes(sentenceOf(Class)));
  if (!isSdkError(original)) return new (known ?? UnknownError)(text, { cause });
  Object.assign(original, original.cause);
  const Class =
    known ??
    // This class has no sentence, but always the same reason.
    (text.endsWith('a wrong network')
      ? WalletWrongNetworkError
      : // This class has no sentence either. Only the SDK's base class extends Error directly.
        !head.includes(': ') &&
        Object.getPrototypeOf(original.constructor) !== Error &&
        UnknownError);
  if (Class) return new Class(text.slice(head.length + 1), { cause });
  // The SDK has rejected the call itself.
  return new TonConnectError(text.replace(/^\S+ [^:\n]*(: |\n|$)/, ''), {
    cause,
    ...(text.includes('validation failed') && { code: 'INVALID_REQUEST' }),
  });
}

/** Returns the reason of an error, without the sentence of its class. */
export const reasonOf = ({ message }: Error): string =>
  message.replace(/^\[TON_CONNECT_SDK_ERROR\].*\n/, '');
