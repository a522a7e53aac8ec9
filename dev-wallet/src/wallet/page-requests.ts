import type { Pending } from './state.ts';

/**
 * Requests through an injected bridge. Their answers are promises in this page, so they exist only
 * in its memory.
 */
export type PageRequests = {
  list(): Pending[];
  /** Queues a request. The promise resolves with its answer. */
  ask<T>(pending: Pending): Promise<T>;
  settle(id: string, answer: unknown): void;
  /** Drops the requests of a page that has unloaded. Returns their ids. */
  drop(origin: string): string[];
};

type Waiting = { pending: Pending; settle: (answer: unknown) => void };

export function createPageRequests(changed: () => void): PageRequests {
  let waiting: Waiting[] = [];
  const replace = (next: Waiting[]) => {
    waiting = next;
    changed();
  };
  const originOf = ({ pending }: Waiting): string =>
    pending.kind === 'call' ? pending.session : 'origin' in pending.via ? pending.via.origin : '';
  return {
    list: () => waiting.map(({ pending }) => pending),
    ask: (pending) =>
      new Promise((resolve) => {
        replace([...waiting, { pending, settle: resolve as (answer: unknown) => void }]);
      }),
    settle(id, answer) {
      const one = waiting.find(({ pending }) => pending.id === id);
      replace(waiting.filter((each) => each !== one));
      one?.settle(answer);
    },
    drop(origin) {
      const gone = waiting.filter((each) => originOf(each) === origin);
      if (gone.length > 0) replace(waiting.filter((each) => originOf(each) !== origin));
      return gone.map(({ pending }) => pending.id);
    },
  };
}
