/** One TON Connect message in the clear, as the wallet read or wrote it. */
export type Spoken = {
  id: number;
  /** Unix milliseconds. */
  at: number;
  direction: 'to wallet' | 'to app';
  /** Name of the app. */
  app: string;
  via: 'link' | 'bridge' | 'extension';
  message: unknown;
  /** What became of it on its way; null: nothing that had to be said. */
  note: string | null;
};

export type Traffic = {
  entries(): readonly Spoken[];
  add(spoken: Omit<Spoken, 'id' | 'at'>): void;
  clear(): void;
};

const KEPT = 300;

/** What was said, oldest first. `changed` runs after each new line. */
export function createTraffic(now: () => number, changed: () => void): Traffic {
  let entries: readonly Spoken[] = [];
  let count = 0;
  return {
    entries: () => entries,
    add(spoken) {
      count += 1;
      entries = [...entries.slice(-KEPT + 1), { id: count, at: now(), ...spoken }];
      changed();
    },
    clear() {
      entries = [];
      changed();
    },
  };
}
