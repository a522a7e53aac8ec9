import type { ConnectEventSuccess } from '../types/wallet.js';
import type { FeatureName, RequiredFeatures } from '../types/wallet-info.js';

/** Options of every error. `code` overrides the code of the class. */
export type ErrorOptions<T = unknown> = { cause?: T; code?: string };

/**
 * Base class of the errors of this package. Its message has the form
 * `[TON_CONNECT_SDK_ERROR] <name>: <description>`, then the reason in the next line.
 */
export class TonConnectError<T = unknown> extends Error {
  /** Stable identifier of the case, for example `USER_REJECTS`. */
  declare readonly code?: string;

  // A getter, because minifiers rename classes and programs compare names.
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
        .replace(/\B(?=[A-Z][a-z])/g, '_')
        .toUpperCase();
  }
}

/** Class of an error with a fixed name. `info` is its description. */
const errorClass = (
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

const SEE_MANIFEST =
  'See more https://github.com/ton-connect/docs/blob/main/requests-responses.md#app-manifest';

/** The user refused in the wallet (code 300). */
export class UserRejectsError extends /* @__PURE__ */ errorClass(
  'UserRejectsError',
  'User rejects the action in the wallet.',
) {}

/** The wallet rejected a malformed request (code 1). */
export class BadRequestError extends /* @__PURE__ */ errorClass(
  'BadRequestError',
  'Request to the wallet contains errors.',
) {}

/** The wallet does not know the session (code 100). */
export class UnknownAppError extends /* @__PURE__ */ errorClass(
  'UnknownAppError',
  'App tries to send rpc request to the injected wallet while not connected.',
) {}

/** The wallet reported an error without a known code (code 0 and others). */
export class UnknownError extends /* @__PURE__ */ errorClass('UnknownError') {}

/** The wallet could not download the manifest (code 2). */
export class ManifestNotFoundError extends /* @__PURE__ */ errorClass(
  'ManifestNotFoundError',
  `Manifest not found. Make sure you added \`tonconnect-manifest.json\` to the root of your app or passed correct manifestUrl. ${SEE_MANIFEST}`,
) {}

/** The wallet rejected the manifest (code 3). The name repeats `Error`, as in the official SDK. */
export class ManifestContentErrorError extends /* @__PURE__ */ errorClass(
  'ManifestContentErrorError',
  `Passed \`tonconnect-manifest.json\` contains errors. Check format of your manifest. ${SEE_MANIFEST}`,
) {}

/** An option of the connector is malformed. */
export class DappMetadataError extends /* @__PURE__ */ errorClass(
  'DappMetadataError',
  'Passed DappMetadata is in incorrect format.',
) {}

/** The call needs that no wallet is connected. */
export class WalletAlreadyConnectedError extends /* @__PURE__ */ errorClass(
  'WalletAlreadyConnectedError',
  'Wallet connection called but wallet already connected. To avoid the error, disconnect the wallet before doing a new connection.',
) {}

/** The call needs a connected wallet. */
export class WalletNotConnectedError extends /* @__PURE__ */ errorClass(
  'WalletNotConnectedError',
  'Send transaction or other protocol methods called while wallet is not connected.',
) {}

/** The wallet is not injected into this page. */
export class WalletNotInjectedError extends /* @__PURE__ */ errorClass(
  'WalletNotInjectedError',
  'There is an attempt to connect to the injected wallet while it is not exists in the webpage.',
) {}

/** Cause of a `WalletNotSupportFeatureError`. */
type UnsupportedFeature = {
  requiredFeature: {
    featureName: FeatureName;
    value?: RequiredFeatures['sendTransaction'] | RequiredFeatures['signData'];
  };
};

/** The connected wallet lacks a feature that the request needs. */
export class WalletNotSupportFeatureError extends /* @__PURE__ */ errorClass(
  'WalletNotSupportFeatureError',
  "Wallet doesn't support requested feature method.",
) {
  declare cause: UnsupportedFeature;

  constructor(message: string, options: ErrorOptions & { cause: UnsupportedFeature }) {
    super(message, options);
  }
}

/** The wallet that approved lacks a feature of `walletsRequiredFeatures`. It is disconnected. */
export class WalletMissingRequiredFeaturesError extends /* @__PURE__ */ errorClass(
  'WalletMissingRequiredFeaturesError',
  'Missing required features. You need to update your wallet.',
) {
  declare cause: { connectEvent: ConnectEventSuccess['payload'] };

  constructor(
    message: string,
    options: ErrorOptions & { cause: { connectEvent: ConnectEventSuccess['payload'] } },
  ) {
    super(message, options);
  }
}

/** The wallet is on another network than the app requires. Both are decimal `global_id`s. */
export class WalletWrongNetworkError extends /* @__PURE__ */ errorClass('WalletWrongNetworkError') {
  declare cause: { expectedChainId: string; actualChainId: string };

  constructor(
    message: string,
    options: ErrorOptions & { cause: { expectedChainId: string; actualChainId: string } },
  ) {
    super(message, options);
  }
}

/** The wallets list could not be read. */
export class FetchWalletsError extends /* @__PURE__ */ errorClass(
  'FetchWalletsError',
  'An error occurred while fetching the wallets list.',
) {}

/** There is no `localStorage`, and no storage was passed. */
export class LocalstorageNotFoundError extends /* @__PURE__ */ errorClass(
  'LocalstorageNotFoundError',
  'Storage was not specified in the `DappMetadata` and default `localStorage` was not detected in the environment.',
) {}

/** Not an address. */
export class WrongAddressError extends /* @__PURE__ */ errorClass(
  'WrongAddressError',
  'Passed address is in incorrect format.',
) {}

/** Not hex digits. */
export class ParseHexError extends /* @__PURE__ */ errorClass(
  'ParseHexError',
  'Passed hex is in incorrect format.',
) {}

type WalletError = new (message?: string, options?: ErrorOptions) => TonConnectError;

/** An error as wallets report it. */
export type ReportedError = { code: number; message: string };

const OF_REQUESTS: Record<number, WalletError> = {
  1: BadRequestError,
  100: UnknownAppError,
  300: UserRejectsError,
};

/** Returns the error for an answer of a wallet to a request. */
export const requestError = ({ code, message }: ReportedError): TonConnectError =>
  new (OF_REQUESTS[code] ?? UnknownError)(message);

/** Returns the error for a rejected connect request. */
export const connectError = ({ code, message }: ReportedError): TonConnectError =>
  new (code === 2
    ? ManifestNotFoundError
    : code === 3
      ? ManifestContentErrorError
      : (OF_REQUESTS[code] ?? UnknownError))(message);
