import type { Settings } from './settings';

/** One line of what passed the bridge. */
export type Passed = {
  number: number;
  /** Unix milliseconds by the clock of this page. */
  at: number;
  kind: 'stream' | 'end' | 'message';
  /** Client ids of the stream, or the sender. */
  clients: string[];
  /** Receiver of a message. */
  to: string;
  bytes: number;
  fault: Settings['bridge'];
};

export type BridgeFeed = {
  state(): readonly Passed[];
  subscribe(listener: () => void): () => void;
  /** Makes the bridge of this server fail, for everybody who uses it. */
  choose(fault: Settings['bridge'], half: Settings['half']): void;
  clear(): void;
  /** Asks for news until the answer is called. */
  follow(): () => void;
};

type Told = { now: number; last: number; lines: (Omit<Passed, 'clients'> & { clients: string })[] };

const ADDRESS = '/stand/bridge';
/** Milliseconds between two questions. */
const PAUSE = 1000;
const KEPT = 300;

/** What passes the bridge of this server; a server without the stand's handler tells nothing. */
export function createBridgeFeed(fetcher: typeof fetch = fetch.bind(globalThis)): BridgeFeed {
  const listeners = new Set<() => void>();
  let lines: readonly Passed[] = [];
  let last: number | null = null;

  const set = (next: readonly Passed[]) => {
    lines = next;
    for (const listener of [...listeners]) listener();
  };
  const take = ({ now, last: newest, lines: news }: Told) => {
    // What was before this page is nobody's here; the server's clock may be another one than ours.
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
      // The server is away for now.
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
        // What is not read stays under way for the browser.
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
