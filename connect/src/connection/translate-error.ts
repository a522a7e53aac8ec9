import {
  BadRequestError,
  FetchWalletsError,
  LocalstorageNotFoundError,
  ManifestContentError,
  ManifestNotFoundError,
  ParseHexError,
  TonConnectError,
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
} from '../controller/errors.js';
import { isObject } from '../device/storage.js';

type ErrorClass = new (message: string, options: { cause: never }) => TonConnectError;

/**
 * The SDK's errors are told by the sentence that each class puts into its message: class names do
 * not survive a minifier, and `instanceof` does not survive a second copy of the SDK.
 */
const BY_SENTENCE: readonly (readonly [sentence: string, ErrorClass])[] = [
  ['User rejects the action', UserRejectsError],
  ['Request to the wallet contains errors', BadRequestError],
  ['App tries to send rpc request', UnknownAppError],
  ['Manifest not found', ManifestNotFoundError],
  ['`tonconnect-manifest.json` contains errors', ManifestContentError],
  ['but wallet already connected', WalletAlreadyConnectedError],
  ['while wallet is not connected', WalletNotConnectedError],
  ['while it is not exists in the webpage', WalletNotInjectedError],
  ["doesn't support requested feature method", WalletNotSupportFeatureError],
  ['Missing required features', WalletMissingRequiredFeaturesError],
  ['Wallet connected to a wrong network', WalletWrongNetworkError],
  ['while fetching the wallets list', FetchWalletsError],
  ['`localStorage` was not detected', LocalstorageNotFoundError],
  ['Passed address is in incorrect format', WrongAddressError],
  ['Passed hex is in incorrect format', ParseHexError],
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
  const Class = BY_SENTENCE.find(([sentence]) => text.includes(sentence))?.[1] ?? UnknownError;
  if (error instanceof Error && isObject(error.cause)) Object.assign(error, error.cause);
  return new Class(readable(text), { cause: error as never });
}

/** `[TON_CONNECT_SDK_ERROR] X: sentence\nreason` → `reason`, or the sentence when there is none. */
function readable(text: string): string {
  if (!text.startsWith(SDK_PREFIX)) return text;
  const [head = '', ...rest] = text.split('\n');
  return rest.join('\n') || head.replace(/^\S+ [^:]*:? ?/, '') || text;
}
