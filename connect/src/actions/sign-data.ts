import type { ITonConnect, SignDataPayload } from '@prichal/sdk';
import { withEvents } from '../events/request-events.js';
import type { RequestContext } from '../types/internals.js';
import type { SignDataOptions } from '../types/options.js';
import { request } from './request.js';

/** Asks the connected wallet to sign text, bytes or a cell. */
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
