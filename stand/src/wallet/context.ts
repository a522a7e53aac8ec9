import type { Journal } from './journal';
import type { PageRequests } from './page-requests';
import type { Channel } from './session';
import type { Pending } from './state';
import type { Store } from './store';
import type { Traffic } from './traffic';

/** Where an answer goes: an app's channel, and its name for the log. */
export type Receiver = { channel: Channel; name: string };

/** What the wallet's parts share. */
export type Context = {
  store: Store;
  journal: Journal;
  page: PageRequests;
  /** What is said, in the clear, for a person to read. */
  traffic: Traffic;
  /** The wallets list of the wallet's own origin, parsed; null when it cannot be had. */
  list(): Promise<unknown>;
  /** The bridge of apps that connect by a link. */
  bridgeUrl(): string;
  /** Unix milliseconds. */
  now(): number;
  /** Settles after so many milliseconds. */
  wait(delay: number): Promise<void>;
  newId(): string;
  fetch: typeof fetch;
  /** Seals a message and gives it to the channel's bridge; throws words. */
  send(to: Receiver, message: object, traceId?: string | null): Promise<void>;
};

/** All requests, oldest first: the person is asked for one at a time. */
export function pendingOf({ store, page }: Context): Pending[] {
  return [...store.get().queue, ...page.list()].sort((one, other) => one.at - other.at);
}

/** Words for an error of ours. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
