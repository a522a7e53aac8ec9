import type { Core } from './core.js';
import type { TonConnectUI } from './ton-connect-ui.js';

const cores = new WeakMap<TonConnectUI, Core>();

export const keepCore = (ui: TonConnectUI, core: Core): void => void cores.set(ui, core);

/** The parts behind a TonConnectUI: for this package's own components, never for callers. */
export function coreOf(ui: TonConnectUI): Core {
  const core = cores.get(ui);
  if (core) return core;
  throw new TypeError('This TonConnectUI is of another copy of @prichal/connect.');
}
