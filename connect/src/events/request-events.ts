import type {
  SEND_TRANSACTION_ERROR_CODES,
  SendTransactionRequest,
  SendTransactionResponse,
  SIGN_DATA_ERROR_CODES,
  SignDataPayload,
  SignDataResponse,
} from '@tonconnect/sdk';
import { TonConnectError } from '../errors/base-errors.js';
import { protocolCode, reasonOf } from '../errors/translate-error.js';
import type { Internals } from '../types/internals.js';
import { sessionInfo } from './connection-events.js';
import { emit } from './emit.js';

/** The events of one request to the wallet. */
type RequestEvents<R> = {
  sent(): void;
  signed(result: R): void;
  failed(message: string, code: number | undefined): void;
};

/** Runs a request and emits its events: first that it was sent, then its result or its error. */
export async function withEvents<R>(events: RequestEvents<R>, run: () => Promise<R>): Promise<R> {
  events.sent();
  try {
    const result = await run();
    events.signed(result);
    return result;
  } catch (error) {
    const message = reasonOf(error as Error);
    events.failed(message, error instanceof TonConnectError ? protocolCode(error) : undefined);
    throw error;
  }
}

export function transactionEvents(
  internals: Internals,
  transaction: SendTransactionRequest,
  traceId: string | undefined,
): RequestEvents<SendTransactionResponse> {
  const { wallet } = internals.store.get();
  const session = sessionInfo(internals);
  return {
    sent: () =>
      emit(internals, 'ton-connect-ui-transaction-sent-for-signature', (sdk, version) =>
        sdk.createTransactionSentForSignatureEvent(version, wallet, transaction, session, traceId),
      ),
    signed: (result) =>
      emit(internals, 'ton-connect-ui-transaction-signed', (sdk, version) =>
        sdk.createTransactionSignedEvent(version, wallet, transaction, result, session, traceId),
      ),
    failed: (message, code: SEND_TRANSACTION_ERROR_CODES | undefined) =>
      emit(internals, 'ton-connect-ui-transaction-signing-failed', (sdk, version) =>
        sdk.createTransactionSigningFailedEvent(
          version,
          wallet,
          transaction,
          message,
          code,
          session,
          traceId,
        ),
      ),
  };
}

export function signDataEvents(
  internals: Internals,
  data: SignDataPayload,
  traceId: string | undefined,
): RequestEvents<SignDataResponse> {
  const { wallet } = internals.store.get();
  const session = sessionInfo(internals);
  return {
    sent: () =>
      emit(internals, 'ton-connect-ui-sign-data-request-initiated', (sdk, version) =>
        sdk.createDataSentForSignatureEvent(version, wallet, data, session, traceId),
      ),
    signed: (result) =>
      emit(internals, 'ton-connect-ui-sign-data-request-completed', (sdk, version) =>
        sdk.createDataSignedEvent(version, wallet, data, result, session, traceId),
      ),
    failed: (message, code: SIGN_DATA_ERROR_CODES | undefined) =>
      emit(internals, 'ton-connect-ui-sign-data-request-failed', (sdk, version) =>
        sdk.createDataSigningFailedEvent(version, wallet, data, message, code, session, traceId),
      ),
  };
}
