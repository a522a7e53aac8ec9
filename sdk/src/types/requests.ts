import type { ChainId } from './enums.js';

/** Any value but null and undefined. */
type Something = NonNullable<unknown>;

/** Carries the trace ID of the operation, a UUID. Wallet, bridge and window events repeat it. */
export type Traceable<T extends Something = Something> = { traceId: string } & T;

/** Can carry the trace ID of the operation. A new UUID is made if it is absent. */
export type OptionalTraceable<T extends Something = Something> = { traceId?: string } & T;

/** A transaction for the user to approve. */
export interface SendTransactionRequest {
  /** Unix time in seconds until which the transaction is valid. Wallets accept 5 minutes from now. */
  validUntil: number;
  /**
   * Network of the transaction. The wallet rejects the request if it is on another one. Without it,
   * the transaction goes to the current network of the wallet, so always set it.
   */
  network?: ChainId;
  /** Raw address of the sender. The connected account if absent. */
  from?: string;
  /** At least 1. The wallet states the maximum as `maxMessages` of its `SendTransaction` feature. */
  messages: {
    /** User-friendly address of the receiver. */
    address: string;
    /** Amount in nanotons, decimal digits. */
    amount: string;
    /** Initial code and data of the receiver's contract, a BOC in base64. */
    stateInit?: string;
    /** Body of the message, a BOC in base64. */
    payload?: string;
    /** Extra currencies: currency ID to amount, decimal digits. */
    extraCurrency?: { [k: number]: string };
  }[];
}

/** A transaction that the wallet has signed and sent. */
export interface SendTransactionResponse {
  /** The signed external message, a BOC in base64. */
  boc: string;
}

/** Text to sign. */
export type SignDataPayloadText = { type: 'text'; text: string };

/** Bytes to sign, in base64. */
export type SignDataPayloadBinary = { type: 'binary'; bytes: string };

/** A cell to sign: its TL-B schema, and its BOC in base64. */
export type SignDataPayloadCell = { type: 'cell'; schema: string; cell: string };

/** Data for the user to sign. */
export type SignDataPayload = {
  /** Network of the account. The current network of the wallet if absent. */
  network?: ChainId;
  /** Raw address of the signer. The connected account if absent. */
  from?: string;
} & (SignDataPayloadText | SignDataPayloadBinary | SignDataPayloadCell);

/** Signed data. */
export type SignDataResponse = {
  /** Ed25519 signature in base64. */
  signature: string;
  /** Raw address of the signer. */
  address: string;
  /** Unix time of the signature in seconds. */
  timestamp: number;
  /** Domain of the app, as the wallet knows it. */
  domain: string;
  /** The data of the request. */
  payload: SignDataPayload;
};
