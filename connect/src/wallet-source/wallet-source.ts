import type { Wallet } from '@prichal/sdk';
import { internalsOf } from '../controller/internals-of.js';
import { setConnectRequest } from '../controller/options.js';
import { openModal } from '../controller/press.js';
import { restored } from '../controller/restored.js';
import { watch } from '../store/store.js';
import type { ConnectRequestParameters } from '../types/modal.js';

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
export function walletSource(ui: object): WalletSource {
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
