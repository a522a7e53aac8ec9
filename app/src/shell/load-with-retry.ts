/** Pauses before a load that failed is tried again. */
const PAUSES_MS = [500, 2000];

let waiting = 0;
const listeners = new Set<() => void>();

/** How many loads wait for the network just now. */
export const waitingLoads = (): number => waiting;

/** Calls back when that number changes. Returns a function that stops it. */
export function onWaitingLoads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function count(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}

const network = () =>
  new Promise<void>((back) => window.addEventListener('online', () => back(), { once: true }));

const pause = (time: number | undefined) => new Promise<void>((over) => setTimeout(over, time));

/**
 * Loads, and tries again where the network lets us down: as soon as it is back where the device is
 * offline, else after a pause, {@link PAUSES_MS} times. Rejects with the last error.
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      const isOnline = navigator.onLine;
      if (isOnline && failures === PAUSES_MS.length) throw error;
      count(1);
      await (isOnline ? pause(PAUSES_MS[failures++]) : network());
      count(-1);
    }
  }
}
