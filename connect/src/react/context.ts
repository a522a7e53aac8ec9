import { createContext, useContext } from 'react';
import { createInternals } from '../core/create-internals.js';
import { TonConnectProviderNotSetError } from '../core/errors/base-errors.js';
import type { WidgetView } from '../core/internals.js';
import { internalsOf } from '../core/internals.js';
import { lazyChunk } from './load-lazy-chunk.js';
import type { TonConnectUI } from './ton-connect-ui.js';

/** What providers give. It has its members only where its class is: react/ui-context.ts. */
export const WidgetContext = createContext<TonConnectUI | null>(null);

/**
 * Null on a server outside of a provider: as with the peer, an app may leave its provider out there.
 * @throws TonConnectProviderNotSetError outside of a provider in a browser.
 */
export function useWidget(): TonConnectUI | null {
  const widget = useContext(WidgetContext);
  if (widget || typeof window === 'undefined') return widget;
  throw new TonConnectProviderNotSetError();
}

/** Of a widget that nobody has set up; holds the state that a server shows. */
let unset: WidgetView | undefined;

export function useInternals(): WidgetView {
  const widget = useWidget();
  if (widget) return internalsOf(widget);
  unset ??= createInternals({ manifestUrl: 'none' }, lazyChunk);
  return unset;
}
