import { createContext, useContext } from 'react';
import { createInternals } from '../controller/create-internals.js';
import { internalsOf } from '../controller/internals-of.js';
import { TonConnectProviderNotSetError } from '../errors/base-errors.js';
import { lazyChunk } from '../ton-connect-ui/load-lazy-chunk.js';
import type { TonConnectUI } from '../ton-connect-ui/ton-connect-ui.js';
import type { Internals } from '../types/internals.js';

export const TonConnectUIContext = createContext<TonConnectUI | null>(null);

/**
 * Null on a server outside of a provider: as with the peer, an app may leave its provider out there.
 * @throws TonConnectProviderNotSetError outside of a provider in a browser.
 */
export function useUi(): TonConnectUI | null {
  const ui = useContext(TonConnectUIContext);
  if (ui || typeof window === 'undefined') return ui;
  throw new TonConnectProviderNotSetError();
}

/** Of a widget that nobody has set up; holds the state that a server shows. */
let unset: Internals | undefined;

export function useInternals(): Internals {
  const ui = useUi();
  if (ui) return internalsOf(ui);
  unset ??= createInternals({ manifestUrl: 'none' }, lazyChunk);
  return unset;
}
