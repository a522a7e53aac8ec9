import type { TonConnectError } from './errors.js';
import type { ConnectedWallet, CurrentWallet } from './public-types.js';

type Listener = {
  status: (wallet: ConnectedWallet | null) => void;
  error: ((error: TonConnectError) => void) | undefined;
};

export type StatusListeners = {
  add(status: Listener['status'], error?: Listener['error']): () => void;
  tellStatus(wallet: CurrentWallet | null): void;
  tellError(error: TonConnectError): void;
};

/** The host's callbacks. One that throws is reported and keeps no other from being called. */
export function createStatusListeners(): StatusListeners {
  const listeners = new Set<Listener>();
  const each = (call: (listener: Listener) => void): void => {
    for (const listener of [...listeners]) {
      try {
        call(listener);
      } catch (error) {
        reportError(error);
      }
    }
  };
  return {
    add(status, error) {
      const listener = { status, error };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // As the peer does, the callback is promised the list's details; an unlisted wallet has none.
    tellStatus: (wallet) => each((listener) => listener.status(wallet as ConnectedWallet | null)),
    tellError: (error) => each((listener) => listener.error?.(error)),
  };
}
