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
 * The SDK's errors are told by the sentence that each class puts into its message, which is that of our own
 * class: class names do not survive a minifier, and `instanceof` does not survive a second copy of the SDK.
 */
const WITH_SENTENCE = [
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

/** It is protected, as the SDK's. */
const sentenceOf = ({ prototype }: { prototype: object }): string =>
  (prototype as { info: string }).info;

const SDK_PREFIX = '[TON_CONNECT_SDK_ERROR]';

/** Whether an error, of whatever copy of the SDK, is one of its own. */
export const isSdkError = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith(SDK_PREFIX);

/**
 * Our own error for whatever a connector threw, with the original as its `cause`. What the SDK says
 * of the reason (`requiredFeature`, chain ids, `connectEvent`) it keeps one level deeper, in the
 * original's own cause; it is put on the original as well, so that `error.cause.requiredFeature` is
 * there for programs that read it off the SDK's errors.
 */
export function translateError(error: unknown): TonConnectError {
  if (error instanceof TonConnectError) return error;
  const text = error instanceof Error ? error.message : String(error);
  // Below the first line stands what the wallet says: that tells no class.
  const [head = '', ...rest] = text.split('\n');
  const ofSdk = isSdkError(error);
  const [, sentence] = (ofSdk && HEAD.exec(head)) || [];
  const known = WITH_SENTENCE.find((Class) => head.includes(sentenceOf(Class)));
  if (error instanceof Error && typeof error.cause === 'object') Object.assign(error, error.cause);
  const reason = (ofSdk ? rest : [text]).join('\n');
  const cause = error as never;
  if (known) return new known(reason, { cause });
  // This class alone has no sentence, and always the same reason.
  if (reason.endsWith('a wrong network')) return new WalletWrongNetworkError(reason, { cause });
  if (!ofSdk || (!sentence && isSubclass(error))) return new UnknownError(reason, { cause });
  // The SDK's own refusal, which no wallet saw.
  const said = [sentence, reason].filter(Boolean).join('\n');
  const code = said.includes('validation failed') ? 'INVALID_REQUEST' : undefined;
  return new TonConnectError(said, code ? { cause, code } : { cause });
}

const PROTOCOL_CODES: Record<string, CONNECT_EVENT_ERROR_CODES> = {
  UnknownError: 0,
  BadRequestError: 1,
  ManifestNotFoundError: 2,
  ManifestContentError: 3,
  UnknownAppError: 100,
  UserRejectsError: 300,
};

/** The protocol's code of an error, when it is one of the protocol's. */
export const protocolCode = ({ name }: Error): CONNECT_EVENT_ERROR_CODES | undefined =>
  PROTOCOL_CODES[name];

/** `[TON_CONNECT_SDK_ERROR] SomeError: sentence` */
const HEAD = /^\S+ [^:]*: (.*)/;

/** Whether an SDK's error is of more than its base class, which a minified name does not say. */
const isSubclass = (error: Error): boolean =>
  Object.getPrototypeOf(Object.getPrototypeOf(error)) !== Error.prototype;

/** What was said of an error, without what its class says: for those who are told of it in words. */
export const reasonOf = ({ message }: Error): string =>
  message.startsWith(SDK_PREFIX) ? message.replace(/^.*\n/, '') : message;
