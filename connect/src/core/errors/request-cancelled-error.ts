import type { SendTransactionResponse, SignDataResponse } from '@prichal/sdk';
import { type ErrorOptions, TonConnectUIError } from './base-errors.js';

/**
 * Why nobody waits for a request any more: the visitor `closed` its modal, the app's signal `aborted` it,
 * its `validUntil` has passed (`expired`), the wallet was `disconnected`, or the widget was `destroyed`.
 */
export type RequestCancelReason = 'closed' | 'aborted' | 'expired' | 'disconnected' | 'destroyed';

/** What has become of a request that nobody waited for any more. */
export type RequestOutcome<R = SendTransactionResponse | SignDataResponse> =
  | { status: 'signed'; result: R }
  /** The visitor refused it in the wallet, or the wallet answered with another error. */
  | { status: 'refused'; error: Error }
  /** Nothing has left the page. */
  | { status: 'unsent' }
  /** Nobody can know: it may have been lost on its way, or there is no connection to hear by. */
  | { status: 'unknown' };

type Facts<R> = Pick<RequestCancelledError<R>, 'reason' | 'delivered' | 'outcome'>;

/**
 * Nobody waits for a request any more; the wallet may still have it, and its owner may still sign it.
 * Code `EXPIRED` if its `validUntil` has passed, else `CANCELLED`. It is a TonConnectUIError by its name too, as apps know it.
 */
export class RequestCancelledError<
  R = SendTransactionResponse | SignDataResponse,
> extends TonConnectUIError {
  declare readonly reason: RequestCancelReason;
  /** Whether the wallet can have it: null when nobody knows, false when nothing has left the page. */
  declare readonly delivered: boolean | null;
  /**
   * What has become of it. Stays pending until the wallet answers or the connection ends, for as long as
   * that takes; never rejects.
   */
  declare readonly outcome: Promise<RequestOutcome<R>>;

  constructor(message: string, facts: Facts<R>, options: ErrorOptions<unknown>) {
    super(message, { ...options, code: facts.reason === 'expired' ? 'EXPIRED' : 'CANCELLED' });
    Object.assign(this, facts);
  }
}
