import { internalsOf } from '../controller/internals-of.js';
import { setConnectRequest } from '../controller/options.js';
import { openModal } from '../controller/press.js';
import { restored } from '../controller/restored.js';
import { watch } from '../store/store.js';
import type { WalletSource } from './types.js';

const sources = new WeakMap<object, WalletSource>();

/** What a session needs of a provider's widget, without the rest of its class. */
export function walletSource(ui: object): WalletSource {
  const internals = internalsOf(ui);
  const { store, listeners, lazyChunk } = internals;
  const source: WalletSource = sources.get(ui) ?? {
    get wallet() {
      return store.get().wallet;
    },
    connectionRestored: restored(internals),
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
