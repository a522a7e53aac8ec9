import type { Manifest } from '../protocol/manifest.ts';

/** A request of an app, and its state. */
export type Asked = {
  id: string;
  /** Unix milliseconds. */
  at: number;
  /** `connect`, or the method of a request. */
  method: string;
  /** Null if its manifest could not be loaded. */
  app: Manifest | null;
  via: 'bridge' | 'extension';
  /** The connect request, or the first parameter of a request. */
  params: unknown;
  state: 'waiting' | 'answered' | 'unanswered';
  /** The answer to the app. */
  answer: unknown;
};

export type Requests = {
  entries(): readonly Asked[];
  add(asked: Omit<Asked, 'state' | 'answer'>): void;
  /** Marks a request as left without an answer. */
  leave(id: string): void;
  settle(id: string, answer: unknown): void;
};

const KEPT = 10_000;

/** Makes the list of all requests, oldest first. `changed` runs after each change. */
export function createRequests(changed: () => void): Requests {
  let entries: readonly Asked[] = [];
  const change = (id: string, part: Pick<Asked, 'state'> & Partial<Asked>) => {
    entries = entries.map((each) => (each.id === id ? { ...each, ...part } : each));
    changed();
  };
  return {
    entries: () => entries,
    add(asked) {
      entries = [...entries.slice(-KEPT + 1), { ...asked, state: 'waiting', answer: null }];
      changed();
    },
    leave: (id) => change(id, { state: 'unanswered' }),
    settle: (id, answer) => change(id, { state: 'answered', answer }),
  };
}
