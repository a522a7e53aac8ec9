import type { Behaviour } from '../protocol/behaviour.ts';
import type { Identity } from '../protocol/identity.ts';
import type { Manifest, ManifestProblem } from '../protocol/manifest.ts';
import type { Channel } from '../protocol/session.ts';
import type { Journal } from './journal.ts';
import type { Alone } from './locks.ts';
import type { PageRequests } from './page-requests.ts';
import type { Requests } from './requests.ts';
import type { Pending } from './state.ts';
import type { Store } from './store.ts';
import type { Traffic } from './traffic.ts';

/** Where an answer goes: an app's channel, and its name for the log. */
export type Receiver = { channel: Channel; name: string };

/** What the wallet's parts share. */
export type Context = {
  identity: Identity;
  store: Store;
  alone: Alone;
  journal: Journal;
  page: PageRequests;
  requests: Requests;
  /** What is said, in the clear, for a person to read. */
  traffic: Traffic;
  /** How the wallet behaves to the next request of a method, where that is not as to all others. */
  behaviourOnce(method: string): Partial<Behaviour> | null;
  /** The wallets list of the wallet's own origin, parsed; null when it cannot be had. */
  list(): Promise<unknown>;
  /** The bridge of apps that connect by a link. */
  bridgeUrl(): string;
  /** Unix milliseconds. */
  now(): number;
  /** Settles after so many milliseconds. */
  wait(delay: number): Promise<void>;
  newId(): string;
  /** What an app says of itself, or what is wrong with its manifest. */
  manifestAt(url: string): Promise<Manifest | ManifestProblem>;
  /** Seals a message, or a text that is none, and gives it to the channel's bridge; throws words. */
  send(to: Receiver, message: object | string, traceId?: string | null): Promise<void>;
  /** Gives the channel's bridge bytes that its app cannot open. */
  sendUnsealed(to: Receiver, traceId?: string | null): Promise<void>;
};

/** All requests, oldest first: the person is asked for one at a time. */
export function pendingOf({ store, page }: Context): Pending[] {
  return [...store.get().queue, ...page.list()].sort((one, other) => one.at - other.at);
}

/** How the wallet behaves to a request: decided when it comes, if it was told so for this one. */
export function behaviourOf(
  { store }: Context,
  { behaviour }: Pick<Pending, 'behaviour'>,
): Behaviour {
  return behaviour ?? store.get().behaviour;
}

/** What a request that has come carries of its own behaviour. */
export function behaviourOnce(context: Context, method: string): Pick<Pending, 'behaviour'> {
  const once = context.behaviourOnce(method);
  return once === null ? {} : { behaviour: { ...context.store.get().behaviour, ...once } };
}

/** Words for an error of ours. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
