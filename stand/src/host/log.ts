/** One message between host and app. */
export type LogEntry = {
  id: number;
  /** Milliseconds since the frame was made. */
  at: number;
  direction: 'from app' | 'to app' | 'host';
  type: string;
  data: unknown;
  note: string | null;
};

const KEPT = 500;

export type Log = {
  entries(): readonly LogEntry[];
  add(direction: LogEntry['direction'], type: string, data?: unknown, note?: string | null): void;
  /** A new frame: time starts again, with a line that says so. */
  restart(why: string): void;
  clear(): void;
};

export function createLog(now: () => number, changed: () => void): Log {
  let entries: LogEntry[] = [];
  let start = now();
  let count = 0;
  const log: Log = {
    entries: () => entries,
    add(direction, type, data, note = null) {
      count += 1;
      const entry = { id: count, at: Math.round(now() - start), direction, type, data, note };
      entries = [...entries.slice(-KEPT + 1), entry];
      changed();
    },
    restart(why) {
      start = now();
      log.add('host', why);
    },
    clear() {
      entries = [];
      changed();
    },
  };
  return log;
}

/** The log as text, one message a line, as one would send it to a colleague. */
export function logText(entries: readonly LogEntry[]): string {
  const arrow = { 'from app': '->', 'to app': '<-', host: '--' };
  return entries
    .map(({ at, direction, type, data, note }) =>
      [
        String(at).padStart(6),
        arrow[direction],
        type,
        data === undefined ? '' : JSON.stringify(data),
        note === null ? '' : `(${note})`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join('\n');
}
