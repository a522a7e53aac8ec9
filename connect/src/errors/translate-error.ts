import { TonConnectError } from './base-errors.js';
import type { CONNECT_EVENT_ERROR_CODES } from './error-codes.js';
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

type ErrorClass = new (message: string, options: { cause: never }) => TonConnectError;

/**
 * The SDK's errors are told by words of the sentence that each class puts into its message: class
 * names do not survive a minifier, and `instanceof` does not survive a second copy of the SDK.
 */
const BY_SENTENCE: readonly (readonly [words: string, ErrorClass])[] = [
  ['User rejects', UserRejectsError],
  ['wallet contains errors', BadRequestError],
  ['send rpc', UnknownAppError],
  ['Manifest not found', ManifestNotFoundError],
  ['manifest.json` contains errors', ManifestContentError],
  ['wallet already connected', WalletAlreadyConnectedError],
  ['wallet is not connected', WalletNotConnectedError],
  ['not exists in', WalletNotInjectedError],
  ['support requested feature', WalletNotSupportFeatureError],
  ['Missing required features', WalletMissingRequiredFeaturesError],
  ['fetching the wallets list', FetchWalletsError],
  ['`localStorage` was', LocalstorageNotFoundError],
  ['address is in incorrect', WrongAddressError],
  ['hex is in incorrect', ParseHexError],
];

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
  const known = BY_SENTENCE.find(([words]) => head.includes(words))?.[1];
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
export const protocolCode = ({ name }: TonConnectError): CONNECT_EVENT_ERROR_CODES | undefined =>
  PROTOCOL_CODES[name];

/** `[TON_CONNECT_SDK_ERROR] SomeError: sentence` */
const HEAD = /^\S+ [^:]*: (.*)/;

/** Whether an SDK's error is of more than its base class, which a minified name does not say. */
const isSubclass = (error: Error): boolean =>
  Object.getPrototypeOf(Object.getPrototypeOf(error)) !== Error.prototype;

/** What was said of an error, without what its class says: for those who are told of it in words. */
export const reasonOf = ({ message }: Error): string =>
  message.startsWith(SDK_PREFIX) ? message.replace(/^.*\n/, '') : message;
