/*
 * The widget of a `TonConnectUIProvider` for packages that sign users in, such as `@prichal/session`. It loads less
 * code than the class `TonConnectUI`.
 */
import type { Wallet } from '@prichal/sdk';
import { useContext } from 'react';
import { internalsOf } from './core/internals.js';
import { openModal, restored } from './core/lifecycle.js';
import { setConnectRequest } from './core/set-options.js';
import type { ConnectRequestParameters } from './core/state.js';
import { watch } from './core/store.js';
import { WidgetContext } from './react/context.js';

/** Returns the widget of the provider above, the same object in every render. Null without a provider. */
export function useWalletSource(): WalletSource | null {
  const widget = useContext(WidgetContext);
  return widget && walletSource(widget);
}

/** The members of a `TonConnectUI` that a sign-in uses. A `TonConnectUI` is one. */
export type WalletSource = {
  readonly wallet: Wallet | null;
  readonly connectionRestored: Promise<boolean>;
  onStatusChange(callback: (wallet: Wallet | null) => void): () => void;
  onModalStateChange(callback: (state: { status: 'opened' | 'closed' }) => void): () => void;
  setConnectRequestParameters(parameters: ConnectRequestParameters | null): void;
  /** Opens the sheet and waits for a wallet. Rejects if the user closes the sheet. */
  connectWallet(): Promise<Wallet>;
  disconnect(): Promise<void>;
  closeModal(): void;
};

const sources = new WeakMap<object, WalletSource>();

/** Returns the source of a provider's widget, the same one for the same widget. */
function walletSource(ui: object): WalletSource {
  const internals = internalsOf(ui);
  const { store, listeners, lazyChunk } = internals;
  const source: WalletSource = sources.get(ui) ?? {
    get wallet() {
      return store.get().wallet;
    },
    get connectionRestored() {
      return restored(internals);
    },
    onStatusChange(status) {
      const listener = { status, error: undefined };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onModalStateChange: (callback) => watch(store, (state) => state.modal, callback),
    setConnectRequestParameters: (parameters) => setConnectRequest(store, parameters),
    async connectWallet() {
      await openModal(internals);
      return (await lazyChunk.load()).waitForWallet(internals);
    },
    disconnect: async () => (await lazyChunk.load()).disconnect(internals),
    closeModal: () => lazyChunk.current?.closeModal(internals, 'action-cancelled'),
  };
  sources.set(ui, source);
  return source;
}
