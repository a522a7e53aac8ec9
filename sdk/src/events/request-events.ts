import type { Version } from '../types/dispatcher.js';
import type { SEND_TRANSACTION_ERROR_CODES, SIGN_DATA_ERROR_CODES } from '../types/enums.js';
import type {
  DataSentForSignatureEvent,
  DataSignedEvent,
  DataSigningFailedEvent,
  TransactionSentForSignatureEvent,
  TransactionSignedEvent,
  TransactionSigningFailedEvent,
} from '../types/request-events.js';
import type {
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
} from '../types/requests.js';
import type { SessionInfo, Wallet } from '../types/wallet.js';
import { connectionFields } from './connection-events.js';

/** Makes the fields of a transaction; `messageOf` makes those of a message. */
function transactionFields<M>(
  wallet: Wallet | null,
  { validUntil, from, messages }: SendTransactionRequest,
  messageOf: (message: SendTransactionRequest['messages'][number]) => M,
): { valid_until: string; from: string | null; messages: M[] } {
  return {
    valid_until: String(validUntil),
    from: from ?? wallet?.account?.address ?? null,
    messages: messages.map(messageOf),
  };
}

const messageFields = ({ address, amount }: SendTransactionRequest['messages'][number]) => ({
  address: address ?? null,
  amount: amount ?? null,
});

/** Makes the event of a transaction that was sent to the wallet. */
export const createTransactionSentForSignatureEvent = (
  version: Version,
  wallet: Wallet | null,
  transaction: SendTransactionRequest,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): TransactionSentForSignatureEvent => ({
  type: 'transaction-sent-for-signature',
  ...connectionFields(version, wallet, sessionInfo, traceId),
  ...transactionFields(wallet, transaction, messageFields),
});

/** Makes the event of a signed transaction. */
export const createTransactionSignedEvent = (
  version: Version,
  wallet: Wallet | null,
  transaction: SendTransactionRequest,
  signedTransaction: SendTransactionResponse,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): TransactionSignedEvent => ({
  type: 'transaction-signed',
  is_success: true,
  signed_transaction: signedTransaction.boc,
  ...connectionFields(version, wallet, sessionInfo, traceId),
  ...transactionFields(wallet, transaction, messageFields),
});

/** Makes the event of a refused or failed transaction. */
export const createTransactionSigningFailedEvent = (
  version: Version,
  wallet: Wallet | null,
  transaction: SendTransactionRequest,
  errorMessage: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: the official signature.
  errorCode: SEND_TRANSACTION_ERROR_CODES | void,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): TransactionSigningFailedEvent => ({
  type: 'transaction-signing-failed',
  is_success: false,
  error_message: errorMessage,
  error_code: errorCode ?? null,
  ...connectionFields(version, wallet, sessionInfo, traceId),
  ...transactionFields(wallet, transaction, (message) => ({
    ...messageFields(message),
    payload: message.payload ?? null,
    state_init: message.stateInit ?? null,
  })),
});

/** Makes the event of data that was sent to the wallet. */
export const createDataSentForSignatureEvent = (
  version: Version,
  wallet: Wallet | null,
  data: SignDataPayload,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): DataSentForSignatureEvent => ({
  type: 'sign-data-request-initiated',
  data,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});

/** Makes the event of signed data. */
export const createDataSignedEvent = (
  version: Version,
  wallet: Wallet | null,
  data: SignDataPayload,
  signedData: SignDataResponse,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): DataSignedEvent => ({
  type: 'sign-data-request-completed',
  is_success: true,
  data,
  signed_data: signedData,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});

/** Makes the event of data that was not signed. */
export const createDataSigningFailedEvent = (
  version: Version,
  wallet: Wallet | null,
  data: SignDataPayload,
  errorMessage: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: the official signature.
  errorCode: SIGN_DATA_ERROR_CODES | void,
  sessionInfo?: SessionInfo | null,
  traceId?: string | null,
): DataSigningFailedEvent => ({
  type: 'sign-data-request-failed',
  is_success: false,
  data,
  error_message: errorMessage,
  error_code: errorCode ?? null,
  ...connectionFields(version, wallet, sessionInfo, traceId),
});
