import type { ITonConnect, SignDataPayload } from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { SIGN_DATA, tellRequest } from '../events/request-events.js';
import type { SignDataOptions } from './action-options.js';
import { request } from './request.js';

/** Asks the connected wallet to sign text, bytes or a cell. */
export function signData(
  core: Core,
  data: SignDataPayload,
  options?: SignDataOptions,
): ReturnType<ITonConnect['signData']> {
  return tellRequest(core, SIGN_DATA, data, options?.traceId, () =>
    request(
      core,
      {
        names: { before: 'confirm-sign-data', success: 'data-signed', error: 'sign-data-canceled' },
        notConnected: 'Connect wallet to sign data.',
        cancelled: 'Data was not signed',
        send: (connector, sending) => connector.signData(data, sending),
      },
      options,
    ),
  );
}
