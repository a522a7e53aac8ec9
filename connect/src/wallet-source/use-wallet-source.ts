import { useContext } from 'react';
import { WidgetContext } from '../react/context.js';
import { type WalletSource, walletSource } from './wallet-source.js';

/** Returns the widget of the provider above, the same object in every render. Null without a provider. */
export function useWalletSource(): WalletSource | null {
  const widget = useContext(WidgetContext);
  return widget && walletSource(widget);
}
