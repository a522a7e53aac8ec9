import type {
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
} from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { TonConnectError } from '../controller/errors.js';
import { connectionInfo, protocolCode } from './connection-events.js';
import { dispatch, type EventFields } from './dispatch.js';

/** The three events of a request: sent to the wallet, answered, failed. */
type Told<R> = {
  sent: EventFields;
  answered: (result: R) => EventFields;
  failed: EventFields;
};

/** Tells of a request from its beginning to its end, whatever the end is. */
async function tell<R>(
  core: Core,
  told: Told<R>,
  traceId: string | undefined,
  run: () => Promise<R>,
): Promise<R> {
  const info = connectionInfo(core, core.store.get().wallet);
  const say = (event: EventFields): void =>
    dispatch(core, { ...info, ...event, trace_id: traceId });
  say(told.sent);
  try {
    const result = await run();
    say({ ...told.answered(result), is_success: true });
    return result;
  } catch (error) {
    say({
      ...told.failed,
      is_success: false,
      error_message: error instanceof Error ? error.message : String(error),
      error_code: error instanceof TonConnectError ? protocolCode(error) : null,
    });
    throw error;
  }
}

export function tellTransaction<R extends SendTransactionResponse>(
  core: Core,
  transaction: SendTransactionRequest,
  traceId: string | undefined,
  run: () => Promise<R>,
): Promise<R> {
  const { validUntil, from = core.store.get().wallet?.account.address ?? null } = transaction;
  const messages = transaction.messages.map(({ address, amount }) => ({ address, amount }));
  const info = { valid_until: String(validUntil), from, messages };
  const inFull = transaction.messages.map(
    ({ address, amount, payload = null, stateInit: state_init = null }) => ({
      ...{ address, amount, payload, state_init },
    }),
  );
  const told: Told<R> = {
    sent: { type: 'transaction-sent-for-signature', ...info },
    answered: ({ boc }) => ({ type: 'transaction-signed', ...info, signed_transaction: boc }),
    failed: { type: 'transaction-signing-failed', ...info, messages: inFull },
  };
  return tell(core, told, traceId, run);
}

export function tellSignData<R extends SignDataResponse>(
  core: Core,
  data: SignDataPayload,
  traceId: string | undefined,
  run: () => Promise<R>,
): Promise<R> {
  const told: Told<R> = {
    sent: { type: 'sign-data-request-initiated', data },
    answered: (result) => ({ type: 'sign-data-request-completed', data, signed_data: result }),
    failed: { type: 'sign-data-request-failed', data },
  };
  return tell(core, told, traceId, run);
}
