import { TonConnectUIError } from '../errors/base-errors.js';
import type { WithStore } from '../types/internals.js';

/** @throws TonConnectUIError `DESTROYED` when the widget is not in use any more. */
export function assertInUse({ store }: WithStore): void {
  if (!store.get().stopped) return;
  throw new TonConnectUIError(
    'This TonConnectUI is not in use: it was destroyed, or its provider was unmounted or hidden. Make a new one.',
    { code: 'DESTROYED' },
  );
}
