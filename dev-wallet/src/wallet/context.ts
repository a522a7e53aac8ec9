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

/** Receiver of an answer: an app's channel, and its name for the log. */
export type Receiver = { channel: Channel; name: string };

/** Shared by the wallet's parts. */
export type Context = {
  identity: Identity;
  store: Store;
  alone: Alone;
  journal: Journal;
  page: PageRequests;
  requests: Requests;
  /** Log of decrypted messages. */
  traffic: Traffic;
  /** Takes the one-time behaviour for the next request of a method. Null if there is none. */
  behaviourOnce(method: string): Partial<Behaviour> | null;
  /** Loads the wallets list of the wallet's own origin, parsed. Null if it cannot be loaded. */
  list(): Promise<unknown>;
  /** Bridge of apps that connect by a link. */
  bridgeUrl(): string;
  /** Unix milliseconds. */
  now(): number;
  /** Settles after `delay` milliseconds. */
  wait(delay: number): Promise<void>;
  newId(): string;
  /** Loads an app's manifest. Resolves with a problem if it is invalid. */
  manifestAt(url: string): Promise<Manifest | ManifestProblem>;
  /**
   * Encrypts a message, or a text that is not a message, and posts it to the channel's bridge.
   * Throws an error with a message for the user.
   */
  send(to: Receiver, message: object | string, traceId?: string | null): Promise<void>;
  /** Posts bytes that the app cannot decrypt to the channel's bridge. */
  sendUnsealed(to: Receiver, traceId?: string | null): Promise<void>;
};

/** Returns all pending requests, oldest first. The user is asked about one at a time. */
export function pendingOf({ store, page }: Context): Pending[] {
  return [...store.get().queue, ...page.list()].sort((one, other) => one.at - other.at);
}

/** Returns the behaviour for a request: its one-time behaviour if it has one. */
export function behaviourOf(
  { store }: Context,
  { behaviour }: Pick<Pending, 'behaviour'>,
): Behaviour {
  return behaviour ?? store.get().behaviour;
}

/** Returns the one-time behaviour that a new request keeps. */
export function behaviourOnce(context: Context, method: string): Pick<Pending, 'behaviour'> {
  const once = context.behaviourOnce(method);
  return once === null ? {} : { behaviour: { ...context.store.get().behaviour, ...once } };
}

/** Returns the message of an error. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
