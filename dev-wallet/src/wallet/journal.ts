/** One line of the wallet's log for the user. */
export type Entry = { id: number; at: number; tone: 'done' | 'problem'; text: string };

const KEPT = 30;

export type Journal = { entries(): Entry[]; add(tone: Entry['tone'], text: string): void };

/** Makes a log of the last lines, newest first. `changed` runs after each new line. */
export function createJournal(now: () => number, changed: () => void): Journal {
  let entries: Entry[] = [];
  let count = 0;
  return {
    entries: () => entries,
    add(tone, text) {
      count += 1;
      entries = [{ id: count, at: now(), tone, text }, ...entries].slice(0, KEPT);
      changed();
    },
  };
}
