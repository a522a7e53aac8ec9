import { reportError } from '../device/report-error.js';
import type { TonConnectError } from '../errors/base-errors.js';
import type { Internals, StatusListener } from '../types/internals.js';
import type { ConnectedWallet, CurrentWallet } from '../types/wallets.js';

type Listening = Pick<Internals, 'listeners'>;

/** Calls every listener; an error of one is reported and does not stop the others. */
function each({ listeners }: Listening, call: (listener: StatusListener) => void): void {
  for (const listener of [...listeners]) {
    try {
      call(listener);
    } catch (error) {
      reportError(error);
    }
  }
}

/** As the peer's, the callback is promised the list's details; an unlisted wallet has none. */
export const notifyStatus = (internals: Listening, wallet: CurrentWallet | null): void =>
  each(internals, (listener) => listener.status(wallet as ConnectedWallet | null));

export const notifyError = (internals: Listening, error: TonConnectError): void =>
  each(internals, (listener) => listener.error?.(error));
