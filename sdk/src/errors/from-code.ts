import type { ErrorOptions, TonConnectError } from './base-error.js';
import {
  BadRequestError,
  ManifestContentErrorError,
  ManifestNotFoundError,
  UnknownAppError,
  UnknownError,
  UserRejectsError,
} from './wallet-errors.js';

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
