import type { Pending } from './state';

/**
 * Requests that came through an injected bridge. Their answers are promises of this very page, so
 * they live in its memory and nowhere else.
 */
export type PageRequests = {
  list(): Pending[];
  /** Puts a request into the queue; the promise is its answer. */
  ask<T>(pending: Pending): Promise<T>;
  settle(id: string, answer: object): void;
  /** The page is gone: nobody waits for its answers any more. */
  drop(origin: string): void;
};

type Waiting = { pending: Pending; settle: (answer: object) => void };

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
        replace([...waiting, { pending, settle: resolve as (answer: object) => void }]);
      }),
    settle(id, answer) {
      const one = waiting.find(({ pending }) => pending.id === id);
      replace(waiting.filter((each) => each !== one));
      one?.settle(answer);
    },
    drop: (origin) => replace(waiting.filter((each) => originOf(each) !== origin)),
  };
}
