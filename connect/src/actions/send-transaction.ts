import type { ITonConnect, SendTransactionRequest } from '@prichal/sdk';
import { withEvents } from '../events/request-events.js';
import type { RequestContext } from '../types/internals.js';
import type { SendTransactionOptions } from '../types/options.js';
import { request } from './request.js';

/** Asks the connected wallet to sign and send. Returns the signed message (`boc`, base64). */
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
