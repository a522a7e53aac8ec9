import { createContext, useContext } from 'react';
import { internalsOf } from '../controller/internals-of.js';
import { TonConnectProviderNotSetError } from '../errors/base-errors.js';
import type { TonConnectUI } from '../ton-connect-ui/ton-connect-ui.js';
import type { Internals } from '../types/internals.js';

export const TonConnectUIContext = createContext<TonConnectUI | null>(null);

/** @throws TonConnectProviderNotSetError outside of a provider. */
export function useUi(): TonConnectUI {
  const ui = useContext(TonConnectUIContext);
  if (ui) return ui;
  throw new TonConnectProviderNotSetError();
}

export const useInternals = (): Internals => internalsOf(useUi());
