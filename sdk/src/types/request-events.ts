import type { ConnectionInfo } from './connection-events.js';
import type { SEND_TRANSACTION_ERROR_CODES, SIGN_DATA_ERROR_CODES } from './enums.js';
import type { SignDataPayload, SignDataResponse } from './requests.js';

/** A field of most events. */
type Traced = {
  /** Trace ID of the operation, a UUID. */
  trace_id?: string | null;
};

/** A message of a transaction in an event. */
export type TransactionMessage = {
  address: string | null;
  /** Nanotons, decimal digits. */
  amount: string | null;
};

/** A message of a transaction with its content. */
export type TransactionFullMessage = {
  address: string | null;
  /** Nanotons, decimal digits. */
  amount: string | null;
  /** BOC in base64. */
  payload: string | null;
  /** BOC in base64. */
  state_init: string | null;
};

/** A transaction in an event. */
export type TransactionInfo = {
  /** Unix time in seconds, decimal digits. */
  valid_until: string | null;
  /** Raw address of the sender. */
  from: string | null;
  messages: TransactionMessage[];
};

/** A transaction with the content of its messages. */
export type TransactionFullInfo = Omit<TransactionInfo, 'messages'> & {
  messages: TransactionFullMessage[];
};

/** The app asked the wallet to send a transaction. */
export type TransactionSentForSignatureEvent = { type: 'transaction-sent-for-signature' } & Traced &
  ConnectionInfo &
  TransactionInfo;

/** The wallet signed and sent a transaction. */
export type TransactionSignedEvent = {
  type: 'transaction-signed';
  is_success: true;
  /** The signed external message, a BOC in base64. */
  signed_transaction: string;
} & Traced &
  ConnectionInfo &
  TransactionInfo;

/** The user refused a transaction, or the request failed. */
export type TransactionSigningFailedEvent = {
  type: 'transaction-signing-failed';
  is_success: false;
  error_message: string;
  /** Code of the wallet. Null if the wallet did not answer. */
  error_code: SEND_TRANSACTION_ERROR_CODES | null;
} & Traced &
  ConnectionInfo &
  TransactionFullInfo;

/** Events of a transaction. */
export type TransactionSigningEvent =
  | TransactionSentForSignatureEvent
  | TransactionSignedEvent
  | TransactionSigningFailedEvent;

/** The app asked the wallet to sign data. */
export type DataSentForSignatureEvent = {
  type: 'sign-data-request-initiated';
  data: SignDataPayload;
} & Traced &
  ConnectionInfo;

/** The wallet signed data. */
export type DataSignedEvent = {
  type: 'sign-data-request-completed';
  is_success: true;
  data: SignDataPayload;
  signed_data: SignDataResponse;
} & Traced &
  ConnectionInfo;

/** The user refused to sign data, or the request failed. */
export type DataSigningFailedEvent = {
  type: 'sign-data-request-failed';
  is_success: false;
  error_message: string;
  /** Code of the wallet. Null if the wallet did not answer. */
  error_code: SIGN_DATA_ERROR_CODES | null;
  data: SignDataPayload;
} & Traced &
  ConnectionInfo;

/** Events of a request to sign data. */
export type DataSigningEvent = DataSentForSignatureEvent | DataSignedEvent | DataSigningFailedEvent;
