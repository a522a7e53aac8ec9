import type { Internals } from '../types/internals.js';

/**
 * The internals of each TonConnectUI. The class imports this module, so this module knows only
 * objects.
 */
const internalsByUi = new WeakMap<object, Internals>();

/**
 * What the widgets of providers inherit from: nothing, until the class TonConnectUI is on the page
 * (ton-connect-ui/ton-connect-ui.ts), then its members. An app that never asks for them does not load them.
 */
export const widgetPrototype: object = {};

/** What a provider gives to what is below it: a TonConnectUI to whoever has its class. */
export function createWidget(internals: Internals): object {
  const widget: object = Object.create(widgetPrototype);
  keepInternals(widget, internals);
  return widget;
}

export const keepInternals = (ui: object, internals: Internals): void =>
  void internalsByUi.set(ui, internals);

/**
 * The parts behind a TonConnectUI: for this package's own components, never for callers.
 * @throws TypeError when the TonConnectUI was made by another copy of this package.
 */
export function internalsOf(ui: object): Internals {
  const internals = internalsByUi.get(ui);
  if (internals) return internals;
  throw new TypeError('This TonConnectUI is of another copy of @prichal/connect.');
}
