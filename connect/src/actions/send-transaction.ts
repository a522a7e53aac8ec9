import type { ITonConnect, SendTransactionRequest } from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { TRANSACTION, tellRequest } from '../events/request-events.js';
import type { SendTransactionOptions } from './action-options.js';
import { request } from './request.js';

/** Asks the connected wallet to sign and send. Returns the signed message (`boc`, base64). */
export function sendTransaction(
  core: Core,
  transaction: SendTransactionRequest,
  options?: SendTransactionOptions,
): ReturnType<ITonConnect['sendTransaction']> {
  return tellRequest(core, TRANSACTION, transaction, options?.traceId, () =>
    request(
      core,
      {
        names: {
          before: 'confirm-transaction',
          success: 'transaction-sent',
          error: 'transaction-canceled',
        },
        notConnected: 'Connect wallet to send a transaction.',
        cancelled: 'Transaction was not sent',
        send: (connector, sending) => connector.sendTransaction(transaction, sending),
      },
      options,
    ),
  );
}
