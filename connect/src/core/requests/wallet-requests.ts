import type { ITonConnect, SendTransactionRequest, SignDataPayload } from '@prichal/sdk';
import { RequestCancelledError } from '../errors/request-cancelled-error.js';
import { protocolCode, reasonOf } from '../errors/translate-error.js';
import { sessionInfo } from '../events/connection-events.js';
import { emit } from '../events/emit.js';
import type { ConnectionContext, RequestContext } from '../internals.js';
import type { SendTransactionOptions, SignDataOptions } from '../options.js';
import { request } from './request.js';

/** Requests a transaction from the connected wallet. Returns the signed message (`boc`, base64). */
export function sendTransaction(
  internals: RequestContext,
  transaction: SendTransactionRequest,
  options?: SendTransactionOptions,
): ReturnType<ITonConnect['sendTransaction']> {
  return withEvents(internals, ['Transaction', transaction], options?.traceId, () =>
    request(
      internals,
      {
        names: {
          before: 'confirm-transaction',
          success: 'transaction-sent',
          error: 'transaction-canceled',
        },
        payload: transaction,
        notConnected: 'Connect wallet to send a transaction.',
        cancelled: 'Transaction was not sent',
        send: (connector, sending) => connector.sendTransaction(transaction, sending),
      },
      options,
    ),
  );
}

/** Requests a signature of text, bytes or a cell from the connected wallet. */
export function signData(
  internals: RequestContext,
  data: SignDataPayload,
  options?: SignDataOptions,
): ReturnType<ITonConnect['signData']> {
  return withEvents(internals, ['Data', data], options?.traceId, () =>
    request(
      internals,
      {
        names: { before: 'confirm-sign-data', success: 'data-signed', error: 'sign-data-canceled' },
        payload: data,
        notConnected: 'Connect wallet to sign data.',
        cancelled: 'Data was not signed',
        send: (connector, sending) => connector.signData(data, sending),
      },
      options,
    ),
  );
}

/** The SDK's name of a kind of request in its event makers, and the payload of the request. */
export type Asked = ['Transaction', SendTransactionRequest] | ['Data', SignDataPayload];

/**
 * Runs a request to the wallet and emits its events: first that it was sent, then its result or its error.
 * A result after the request was cancelled is emitted, too.
 * `ton-connect-ui-transaction-sent-for-signature`, `-transaction-signed`, `-transaction-signing-failed`;
 * `ton-connect-ui-sign-data-request-initiated`, `-sign-data-request-completed`, `-sign-data-request-failed`.
 */
export async function withEvents<R>(
  internals: ConnectionContext,
  [kind, payload]: Asked,
  traceId: string | undefined,
  run: () => Promise<R>,
): Promise<R> {
  const { wallet } = internals.store.get();
  const session = sessionInfo(internals);
  // The makers of both kinds take the same arguments. Their types do not express that.
  const tell = (
    maker: 'SentForSignature' | 'Signed' | 'SigningFailed',
    ...about: unknown[]
  ): void =>
    emit(
      internals,
      `create${kind}${maker}Event`,
      ...([wallet, payload, ...about, session, traceId] as never),
    );
  tell('SentForSignature');
  try {
    const result = await run();
    tell('Signed', result);
    return result;
  } catch (error) {
    tell('SigningFailed', reasonOf(error as Error), protocolCode(error as Error));
    if (error instanceof RequestCancelledError) {
      void error.outcome.then((late) => late.status === 'signed' && tell('Signed', late.result));
    }
    throw error;
  }
}
