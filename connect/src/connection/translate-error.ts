import * as errors from '../controller/errors.js';
import { isObject } from '../device/storage.js';

type ErrorClass = new (message: string, options: { cause: never }) => errors.TonConnectError;

/**
 * The SDK's errors are told by the sentence that each class puts into its message: class names do
 * not survive a minifier, and `instanceof` does not survive a second copy of the SDK.
 */
const SENTENCES: { [Name in keyof typeof errors]?: string } = {
  UserRejectsError: 'User rejects the action',
  BadRequestError: 'Request to the wallet contains errors',
  UnknownAppError: 'App tries to send rpc request',
  ManifestNotFoundError: 'Manifest not found',
  ManifestContentError: '`tonconnect-manifest.json` contains errors',
  WalletAlreadyConnectedError: 'but wallet already connected',
  WalletNotConnectedError: 'while wallet is not connected',
  WalletNotInjectedError: 'while it is not exists in the webpage',
  WalletNotSupportFeatureError: "doesn't support requested feature method",
  WalletMissingRequiredFeaturesError: 'Missing required features',
  WalletWrongNetworkError: 'Wallet connected to a wrong network',
  FetchWalletsError: 'while fetching the wallets list',
  LocalstorageNotFoundError: '`localStorage` was not detected',
  WrongAddressError: 'Passed address is in incorrect format',
  ParseHexError: 'Passed hex is in incorrect format',
};

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
export function translateError(error: unknown): errors.TonConnectError {
  if (error instanceof errors.TonConnectError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const known = Object.entries(SENTENCES).find(([, sentence]) => text.includes(sentence));
  const name = (known?.[0] ?? 'UnknownError') as keyof typeof errors;
  if (error instanceof Error && isObject(error.cause)) Object.assign(error, error.cause);
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the root exports every one of them.
  return new (errors[name] as ErrorClass)(readable(text), { cause: error as never });
}

/** `[TON_CONNECT_SDK_ERROR] X: sentence\nreason` → `reason`, or the sentence when there is none. */
function readable(text: string): string {
  if (!text.startsWith(SDK_PREFIX)) return text;
  const [head = '', ...rest] = text.split('\n');
  return rest.join('\n') || head.replace(/^\S+ [^:]*:? ?/, '') || text;
}
