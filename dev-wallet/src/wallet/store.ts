import type { WalletState } from './state.ts';

/** Storage of the wallet's state. All that share a store are one wallet. */
export type Store = {
  get(): WalletState;
  /** Changes the state exclusively. */
  change(apply: (state: WalletState) => WalletState): Promise<void>;
  subscribe(listener: () => void): () => void;
  close(): void;
};

/** Makes a store in memory. */
export function memoryStore(state: WalletState): Store {
  let kept = state;
  const listeners = new Set<() => void>();
  return {
    get: () => kept,
    async change(apply) {
      const next = apply(kept);
      if (next === kept) return;
      kept = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
