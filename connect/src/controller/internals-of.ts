import type { TonConnectUI } from '../ton-connect-ui/ton-connect-ui.js';
import type { Internals } from '../types/internals.js';

const cores = new WeakMap<TonConnectUI, Internals>();

export const keepInternals = (ui: TonConnectUI, internals: Internals): void =>
  void cores.set(ui, internals);

/** The parts behind a TonConnectUI: for this package's own components, never for callers. */
export function internalsOf(ui: TonConnectUI): Internals {
  const internals = cores.get(ui);
  if (internals) return internals;
  throw new TypeError('This TonConnectUI is of another copy of @prichal/connect.');
}
