import type { Settings } from './settings';

/** One event of the bridge. */
export type Passed = {
  number: number;
  /** Unix milliseconds by this page's clock. */
  at: number;
  kind: 'stream' | 'end' | 'message';
  /** Client ids of the stream, or of the sender. */
  clients: string[];
  /** Receiver of a message. */
  to: string;
  bytes: number;
  fault: Settings['bridge'];
};

export type BridgeFeed = {
  state(): readonly Passed[];
  subscribe(listener: () => void): () => void;
  /** Makes this server's bridge fail, for all of its users. */
  choose(fault: Settings['bridge'], half: Settings['half']): void;
  clear(): void;
  /** Polls for events. Returns a function that stops it. */
  follow(): () => void;
};

type Told = { now: number; last: number; lines: (Omit<Passed, 'clients'> & { clients: string })[] };

const ADDRESS = '/stand/bridge';
/** Pause between two polls, in milliseconds. */
const PAUSE = 1000;
const KEPT = 300;

/**
 * Reads the events of this server's bridge. A server without the sandbox's handler reports none.
 */
export function createBridgeFeed(fetcher: typeof fetch = fetch.bind(globalThis)): BridgeFeed {
  const listeners = new Set<() => void>();
  let lines: readonly Passed[] = [];
  let last: number | null = null;

  const set = (next: readonly Passed[]) => {
    lines = next;
    for (const listener of [...listeners]) listener();
  };
  const take = ({ now, last: newest, lines: news }: Told) => {
    // Events before the first poll are dropped. The server's clock may differ from the page's.
    const offset = Date.now() - now;
    const fresh = last === null ? [] : news;
    last = newest;
    if (fresh.length === 0) return;
    const read = fresh.map((line) => ({
      ...line,
      at: line.at + offset,
      clients: line.clients.split(','),
    }));
    set([...lines, ...read].slice(-KEPT));
  };
  const ask = async (): Promise<boolean> => {
    try {
      const answer = await fetcher(`${ADDRESS}?after=${last ?? 0}`);
      if (!answer.ok) return false;
      take((await answer.json()) as Told);
      return true;
    } catch {
      // The server is down at the moment.
      return true;
    }
  };

  return {
    state: () => lines,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(fault, half) {
      fetcher(`${ADDRESS}?${new URLSearchParams({ fault, half })}`, { method: 'POST' })
        // A browser keeps a request open until its response is read.
        .then((answer) => answer.text())
        .catch(() => undefined);
    },
    clear: () => set([]),
    follow() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let following = true;
      const next = async () => {
        const goesOn = document.hidden || (await ask());
        if (following && goesOn) timer = setTimeout(next, PAUSE);
      };
      void next();
      return () => {
        following = false;
        clearTimeout(timer);
      };
    },
  };
}
