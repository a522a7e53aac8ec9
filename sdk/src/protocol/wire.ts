import type { CONNECT_EVENT_ERROR_CODES } from '../types/enums.js';
import type { SignDataResponse } from '../types/requests.js';
import type { ConnectEventSuccess, ConnectItem } from '../types/wallet.js';

/*
 * Messages between the app and the wallet, before encryption.
 */

export type { ConnectEventSuccess, ConnectItem, ConnectItemReply } from '../types/wallet.js';

/** Asks a wallet to connect. */
export interface ConnectRequest {
  manifestUrl: string;
  items: ConnectItem[];
}

/** The wallet rejected the connect request. */
export interface ConnectEventError {
  event: 'connect_error';
  id: number;
  payload: { code: CONNECT_EVENT_ERROR_CODES; message: string };
}

/** Answer to a connect request. */
export type ConnectEvent = ConnectEventSuccess | ConnectEventError;

/** The wallet ended the connection. */
export interface DisconnectEvent {
  event: 'disconnect';
  id: number;
  payload: Record<never, never>;
}

/** A message that the wallet sends by itself. `id` rises within a session. */
export type WalletEvent = ConnectEvent | DisconnectEvent;

/** Requests by method. The parameter of all but the last is the request in JSON. */
export type RpcRequests = {
  sendTransaction: { method: 'sendTransaction'; params: [string]; id: string };
  signData: { method: 'signData'; params: [string]; id: string };
  signMessage: { method: 'signMessage'; params: [string]; id: string };
  disconnect: { method: 'disconnect'; params: []; id: string };
};

/** Name of a request. */
export type RpcMethod = keyof RpcRequests;

/** A request to the wallet. `id` is unique within a session, decimal digits. */
export type AppRequest<T extends RpcMethod = RpcMethod> = RpcRequests[T];

/** Result by method. That of `sendTransaction` is a BOC in base64. */
export type RpcResults = {
  sendTransaction: string;
  signData: SignDataResponse;
  signMessage: { internalBoc: string };
  disconnect: Record<never, never>;
};

/** The wallet fulfilled the request with the same `id`. */
export type WalletResponseSuccess<T extends RpcMethod> = { result: RpcResults[T]; id: string };

/**
 * The wallet did not fulfil the request. `code` is one of the error codes of the method, or another
 * one.
 */
export type WalletResponseError = {
  error: { code: number; message: string; data?: unknown };
  id: string;
};

/** Answer to a request. */
export type WalletResponse<T extends RpcMethod> = WalletResponseSuccess<T> | WalletResponseError;

/** Any message of a wallet. */
export type WalletMessage = WalletEvent | WalletResponse<RpcMethod>;
