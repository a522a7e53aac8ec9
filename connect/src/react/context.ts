import { createContext, useContext } from 'react';
import { createInternals } from '../core/create-internals.js';
import { TonConnectProviderNotSetError } from '../core/errors/base-errors.js';
import type { WidgetView } from '../core/internals.js';
import { internalsOf } from '../core/internals.js';
import { lazyChunk } from './load-lazy-chunk.js';
import type { TonConnectUI } from './ton-connect-ui.js';

/** The widget of the provider. Has its members only if its class is loaded: react/ui-context.ts. */
export const WidgetContext = createContext<TonConnectUI | null>(null);

/**
 * Returns the widget. Null on a server without a provider: as with the peer, an app may omit its provider
 * there.
 * @throws TonConnectProviderNotSetError in a browser without a provider.
 */
export function useWidget(): TonConnectUI | null {
  const widget = useContext(WidgetContext);
  if (widget || typeof window === 'undefined') return widget;
  throw new TonConnectProviderNotSetError();
}

/** A widget that is not set up. Has the state that a server renders. */
let unset: WidgetView | undefined;

export function useInternals(): WidgetView {
  const widget = useWidget();
  if (widget) return internalsOf(widget);
  unset ??= createInternals({ manifestUrl: 'none' }, lazyChunk);
  return unset;
}
