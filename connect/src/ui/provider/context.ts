import { createContext, useContext } from 'react';
import { TonConnectProviderNotSetError } from '../../controller/base-errors.js';
import type { Core } from '../../controller/core.js';
import { coreOf } from '../../controller/core-of.js';
import type { TonConnectUI } from '../../controller/ton-connect-ui.js';

export const TonConnectUIContext = createContext<TonConnectUI | null>(null);

/** @throws TonConnectProviderNotSetError outside of a provider. */
export function useUi(): TonConnectUI {
  const ui = useContext(TonConnectUIContext);
  if (ui) return ui;
  throw new TonConnectProviderNotSetError();
}

export const useCore = (): Core => coreOf(useUi());
