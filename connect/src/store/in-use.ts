import { TonConnectUIError } from '../errors/base-errors.js';
import type { Internals } from '../types/internals.js';

/** The error of a call to a widget that is not in use any more; null for one that is. */
export const whyStopped = ({ store }: Internals): TonConnectUIError | null =>
  store.get().stopped
    ? new TonConnectUIError(
        'This TonConnectUI is not in use any more: it was destroyed, or its provider was unmounted or hidden. Make a new one.',
        { code: 'DESTROYED' },
      )
    : null;

/** @throws TonConnectUIError `DESTROYED` when the widget is not in use any more. */
export function assertInUse(internals: Internals): void {
  const error = whyStopped(internals);
  if (error) throw error;
}
