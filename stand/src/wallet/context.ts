import type { Journal } from './journal';
import type { PageRequests } from './page-requests';
import type { Channel } from './session';
import type { Pending } from './state';
import type { Store } from './store';

/** What the wallet's parts share. */
export type Context = {
  store: Store;
  journal: Journal;
  page: PageRequests;
  /** The bridge of apps that connect by a link. */
  bridgeUrl(): string;
  /** Unix milliseconds. */
  now(): number;
  newId(): string;
  fetch: typeof fetch;
  /** Seals a message and gives it to the channel's bridge; throws words. */
  send(channel: Channel, message: object, traceId?: string | null): Promise<void>;
};

/** All requests, oldest first: the person is asked for one at a time. */
export function pendingOf({ store, page }: Context): Pending[] {
  return [...store.get().queue, ...page.list()].sort((one, other) => one.at - other.at);
}

/** Words for an error of ours. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
