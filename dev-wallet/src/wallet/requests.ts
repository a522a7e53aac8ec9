import type { Manifest } from '../protocol/manifest.ts';

/** What an app has asked for, and what became of it. */
export type Asked = {
  id: string;
  /** Unix milliseconds. */
  at: number;
  /** `connect`, or the method of a request. */
  method: string;
  /** Who asks; null where its manifest could not be read. */
  app: Manifest | null;
  via: 'bridge' | 'extension';
  /** The connect request, or what stands in a request's first parameter. */
  params: unknown;
  state: 'waiting' | 'answered' | 'unanswered';
  /** What the app was told. */
  answer: unknown;
};

export type Requests = {
  entries(): readonly Asked[];
  add(asked: Omit<Asked, 'state' | 'answer'>): void;
  /** Nobody answers it. */
  leave(id: string): void;
  settle(id: string, answer: unknown): void;
};

const KEPT = 10_000;

/** All that apps have asked for, oldest first. `changed` runs after each change. */
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
