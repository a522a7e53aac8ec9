import {
  BadRequestError,
  ManifestContentError,
  ManifestNotFoundError,
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
} from '../controller/errors.js';

type ErrorClass = new (message: string, options: { cause: unknown }) => TonConnectError;

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
];

const SDK_PREFIX = '[TON_CONNECT_SDK_ERROR]';

/** Our own error for whatever a connector threw; the original is its `cause` (or shares it). */
export function translateError(error: unknown): TonConnectError {
  if (error instanceof TonConnectError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const Class = BY_SENTENCE.find(([sentence]) => text.includes(sentence))?.[1] ?? UnknownError;
  const translated = new Class(readable(text), { cause: error });
  // What the SDK says of the reason (`requiredFeature`, chain ids) stays where callers look for it.
  if (error instanceof Error && error.cause !== undefined) translated.cause = error.cause;
  return translated;
}

/** `[TON_CONNECT_SDK_ERROR] X: sentence\nreason` → `reason`, or the sentence when there is none. */
function readable(text: string): string {
  if (!text.startsWith(SDK_PREFIX)) return text;
  const [head = '', ...rest] = text.split('\n');
  return rest.join('\n') || head.replace(/^\S+ [^:]*:? ?/, '') || text;
}
