import type { WalletState } from './state.ts';

/** The wallet's memory: whoever shares it is one wallet. */
export type Store = {
  get(): WalletState;
  /** Changes the state: no other change runs at the same time. */
  change(apply: (state: WalletState) => WalletState): Promise<void>;
  subscribe(listener: () => void): () => void;
  close(): void;
};

/** A store that ends with its program. */
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
