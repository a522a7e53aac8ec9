import type { Core } from './core.js';
import type { TonConnectError } from './errors.js';
import type { ConnectedWallet, CurrentWallet } from './public-types.js';

/** What a host wants to hear of. */
export type StatusListener = {
  status: (wallet: ConnectedWallet | null) => void;
  error: ((error: TonConnectError) => void) | undefined;
};

/** One that throws is reported and keeps no other from being called. */
function each({ listeners }: Core, call: (listener: StatusListener) => void): void {
  for (const listener of [...listeners]) {
    try {
      call(listener);
    } catch (error) {
      reportError(error);
    }
  }
}

/** As the peer's, the callback is promised the list's details; an unlisted wallet has none. */
export const tellStatus = (core: Core, wallet: CurrentWallet | null): void =>
  each(core, (listener) => listener.status(wallet as ConnectedWallet | null));

export const tellError = (core: Core, error: TonConnectError): void =>
  each(core, (listener) => listener.error?.(error));
