import type { SendTransactionResponse, SignDataResponse } from '@prichal/sdk';
import { type ErrorOptions, TonConnectUIError } from './base-errors.js';

/**
 * Why a request was cancelled: the user `closed` its modal, the app's signal `aborted` it, its `validUntil`
 * has passed (`expired`), the wallet was `disconnected`, or the widget was `destroyed`.
 */
export type RequestCancelReason = 'closed' | 'aborted' | 'expired' | 'disconnected' | 'destroyed';

/** Outcome of a cancelled request. */
export type RequestOutcome<R = SendTransactionResponse | SignDataResponse> =
  | { status: 'signed'; result: R }
  /** The user rejected it in the wallet, or the wallet answered with another error. */
  | { status: 'refused'; error: Error }
  /** The request was not sent. */
  | { status: 'unsent' }
  /** Unknown: the request may be lost, or there is no connection for the answer. */
  | { status: 'unknown' };

type Facts<R> = Pick<RequestCancelledError<R>, 'reason' | 'delivered' | 'outcome'>;

/**
 * A request was cancelled. The wallet may still have it, and the user may still sign it. The code is
 * `EXPIRED` if its `validUntil` has passed, otherwise `CANCELLED`. Its `name` is `TonConnectUIError`, because
 * apps compare it.
 */
export class RequestCancelledError<
  R = SendTransactionResponse | SignDataResponse,
> extends TonConnectUIError {
  declare readonly reason: RequestCancelReason;
  /** Whether the wallet has received it. Null if unknown. False if nothing was sent. */
  declare readonly delivered: boolean | null;
  /**
   * The outcome of the request. Stays pending until the wallet answers or the connection ends. There is no
   * timeout. Never rejects.
   */
  declare readonly outcome: Promise<RequestOutcome<R>>;

  constructor(message: string, facts: Facts<R>, options: ErrorOptions<unknown>) {
    super(message, { ...options, code: facts.reason === 'expired' ? 'EXPIRED' : 'CANCELLED' });
    Object.assign(this, facts);
  }
}
