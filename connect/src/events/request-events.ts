import { TonConnectError } from '../errors/base-errors.js';
import type { Internals } from '../types/internals.js';
import { protocolCode, sessionInfo } from './connection-events.js';
import { type Told, tell } from './emit.js';

/** The makers of a request's three events: sent to the wallet, answered, failed. */
export const TRANSACTION = [
  'TransactionSentForSignature',
  'TransactionSigned',
  'TransactionSigningFailed',
] as const;
export const SIGN_DATA = ['DataSentForSignature', 'DataSigned', 'DataSigningFailed'] as const;

/** Tells of a request from its beginning to its end, whatever the end is. */
export async function emitRequest<R>(
  internals: Internals,
  [sent, answered, failed]: typeof TRANSACTION | typeof SIGN_DATA,
  request: object,
  traceId: string | undefined,
  run: () => Promise<R>,
): Promise<R> {
  const { wallet } = internals.store.get();
  const session = sessionInfo(internals);
  const say = (name: Told, ...more: unknown[]): void =>
    Reflect.apply(tell, null, [internals, name, wallet, request, ...more, session, traceId]);
  say(sent);
  try {
    const result = await run();
    say(answered, result);
    return result;
  } catch (error) {
    const { message } = error as Error;
    say(failed, message, error instanceof TonConnectError ? protocolCode(error) : undefined);
    throw error;
  }
}
