import type { SendTransactionRequest, SignDataPayload } from '@prichal/sdk';
import { RequestCancelledError } from '../errors/request-cancelled-error.js';
import { protocolCode, reasonOf } from '../errors/translate-error.js';
import type { ConnectionContext } from '../types/internals.js';
import { sessionInfo } from './connection-events.js';
import { emit } from './emit.js';

/** What the SDK calls a kind of request in the names of its makers, and what is asked for. */
export type Asked = ['Transaction', SendTransactionRequest] | ['Data', SignDataPayload];

/**
 * Runs a request to the wallet and emits its events: first that it was sent, then its result or its error;
 * the result as well when it comes after the request was given up.
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
  // The makers of the two kinds take the same in the same order, which their types cannot say.
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
