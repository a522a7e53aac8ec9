/** Pauses between attempts, in milliseconds. */
const PAUSES_MS = [500, 2000];

let waiting = 0;
const listeners = new Set<() => void>();

/** Returns the number of loads that are waiting for a retry. */
export const waitingLoads = (): number => waiting;

/** Calls the listener when that number changes. Returns a function that removes the listener. */
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
 * Runs a load and retries it if it fails. If the device is offline, it waits for the network;
 * otherwise it retries after each pause of {@link PAUSES_MS}. Rejects with the last error.
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
