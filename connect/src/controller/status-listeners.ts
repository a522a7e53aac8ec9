import { reportError } from '../device/report-error.js';
import type { TonConnectError } from '../errors/base-errors.js';
import type { Internals, StatusListener } from '../types/internals.js';
import type { ConnectedWallet, CurrentWallet } from '../types/wallets.js';

/** Calls every listener; an error of one is reported and does not stop the others. */
function each({ listeners }: Internals, call: (listener: StatusListener) => void): void {
  for (const listener of [...listeners]) {
    try {
      call(listener);
    } catch (error) {
      reportError(error);
    }
  }
}

/** As the peer's, the callback is promised the list's details; an unlisted wallet has none. */
export const notifyStatus = (internals: Internals, wallet: CurrentWallet | null): void =>
  each(internals, (listener) => listener.status(wallet as ConnectedWallet | null));

export const notifyError = (internals: Internals, error: TonConnectError): void =>
  each(internals, (listener) => listener.error?.(error));
