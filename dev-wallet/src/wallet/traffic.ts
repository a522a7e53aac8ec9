/** One decrypted TON Connect message that the wallet received or sent. */
export type Spoken = {
  id: number;
  /** Unix milliseconds. */
  at: number;
  direction: 'to wallet' | 'to app';
  /** Name of the app. */
  app: string;
  via: 'link' | 'bridge' | 'extension';
  message: unknown;
  /** Note about its delivery. Null if there is none. */
  note: string | null;
};

export type Traffic = {
  entries(): readonly Spoken[];
  add(spoken: Omit<Spoken, 'id' | 'at'>): void;
  clear(): void;
};

const KEPT = 300;

/** Makes a log of messages, oldest first. `changed` runs after each new message. */
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
