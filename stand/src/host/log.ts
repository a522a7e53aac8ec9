/** One message between host and app. */
export type LogEntry = {
  id: number;
  /** Unix milliseconds. */
  at: number;
  direction: 'from app' | 'to app' | 'host';
  type: string;
  data: unknown;
  note: string | null;
};

/** The host's entry for a new frame, with which a start of the app begins. */
export const FRAME_OPENED = 'frame opened';

/** Note on a message that the developer has sent from the lab. */
export const SENT_BY_HAND = 'sent by hand';

const KEPT = 500;

export type Log = {
  entries(): readonly LogEntry[];
  add(direction: LogEntry['direction'], type: string, data?: unknown, note?: string | null): void;
  clear(): void;
};

export function createLog(now: () => number, changed: () => void): Log {
  let entries: LogEntry[] = [];
  let count = 0;
  const log: Log = {
    entries: () => entries,
    add(direction, type, data, note = null) {
      count += 1;
      const entry = { id: count, at: now(), direction, type, data, note };
      entries = [...entries.slice(-KEPT + 1), entry];
      changed();
    },
    clear() {
      entries = [];
      changed();
    },
  };
  return log;
}
