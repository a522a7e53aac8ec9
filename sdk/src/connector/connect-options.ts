import type {
  ConnectAdditionalRequest,
  OptionalTraceable,
  WalletConnectionSource,
  WalletConnectionSourceHTTP,
  WalletConnectionSourceJS,
  WalletConnectionSourceWalletConnect,
} from '../types/index.js';

/** Where a connect request goes: one wallet, or every wallet on several bridges. */
export type ConnectSource =
  | WalletConnectionSource
  | Pick<WalletConnectionSourceHTTP, 'bridgeUrl'>[];

/** Link for wallets over a bridge; nothing for wallets that are asked in the page. */
export type ConnectResult<T> = T extends
  | WalletConnectionSourceJS
  | WalletConnectionSourceWalletConnect
  ? // biome-ignore lint/suspicious/noConfusingVoidType: the type of the official SDK.
    void
  : string;

/** Options of `connect` after the request. */
export type AdditionalOptions = OptionalTraceable<{
  /** How long one bridge stream may take to open, in ms. 12 000 by default. */
  openingDeadlineMS?: number;
  /** Cancels the request until a wallet has connected. */
  signal?: AbortSignal;
}>;

export type ConnectCallOptions = AdditionalOptions & { request?: ConnectAdditionalRequest };

const NAMES = ['request', 'signal', 'openingDeadlineMS', 'traceId'];

/** Merges the arguments of both forms of `connect`: (options) and (request, options). */
export function mergeConnectOptions(
  requestOrOptions: ConnectAdditionalRequest | ConnectCallOptions | undefined,
  additional: AdditionalOptions | undefined,
): ConnectCallOptions {
  if (!requestOrOptions) return { ...additional };
  const isOptions = NAMES.some((name) => name in requestOrOptions);
  if (isOptions) return { ...additional, ...requestOrOptions };
  return 'tonProof' in requestOrOptions
    ? { ...additional, request: requestOrOptions as ConnectAdditionalRequest }
    : { ...additional };
}
