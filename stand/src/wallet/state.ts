import { type Account, accountOf, type Chain, seedOf, type WalletVersion } from './account';
import { type Conduct, GOOD_CONDUCT } from './conduct';
import type { Wanted } from './connect-request';
import type { Manifest } from './manifest';
import type { Played } from './played';
import type { Call } from './rpc';
import type { Channel, Granted, Session } from './session';

/** An app that wants to be connected: over a bridge, or from the page at `origin`. */
export type PendingConnect = {
  kind: 'connect';
  id: string;
  /** Unix milliseconds: the queue is in this order. */
  at: number;
  app: Manifest;
  wanted: Wanted;
  /** Whose link it was; null: the dev wallet's. */
  played: Played | null;
  via: { channel: Channel; traceId: string | null; ret: string } | { origin: string };
};

/** A connected app that wants something signed. */
export type PendingCall = {
  kind: 'call';
  id: string;
  at: number;
  app: Manifest;
  session: string;
  call: Call;
};

export type Pending = PendingConnect | PendingCall;

/** Everything that outlives a page and is the same in every tab. */
export type WalletState = {
  /** Ed25519 seed, hex. A developer's key: it guards nothing. */
  seed: string;
  version: WalletVersion;
  chain: Chain;
  /** Number of the account that the next app gets, from 0. */
  account: number;
  conduct: Conduct;
  /** Null: the bridge of the wallet's own origin. */
  bridgeUrl: string | null;
  /** Raw address → number of the next transfer. */
  seqnos: Record<string, number>;
  sessions: Session[];
  /** Requests that came over bridges, oldest first. */
  queue: Pending[];
  /** Bridge → id of the last event read from it. */
  cursors: Record<string, string>;
};

export function newState(seed: string): WalletState {
  return {
    seed,
    version: 'v5r1',
    chain: '-239',
    account: 0,
    conduct: GOOD_CONDUCT,
    bridgeUrl: null,
    seqnos: {},
    sessions: [],
    queue: [],
    cursors: {},
  };
}

/** The account an app was given, or the one that the next app would be. */
export function accountFor(
  { seed }: Pick<WalletState, 'seed'>,
  { version, chain, account }: Pick<Granted, 'version' | 'chain' | 'account'>,
): Account {
  return accountOf(seedOf(seed, account), version, chain);
}

/** The same state with one session changed. */
export function withSession<S extends Session>(
  state: WalletState,
  session: S,
  change: Partial<S>,
): WalletState {
  return {
    ...state,
    sessions: state.sessions.map((each) =>
      each.id === session.id ? { ...each, ...change } : each,
    ),
  };
}

/** A session and whatever it asked for, gone. */
export function withoutSession(state: WalletState, id: string): WalletState {
  return {
    ...state,
    sessions: state.sessions.filter((session) => session.id !== id),
    queue: state.queue.filter((pending) => pending.kind !== 'call' || pending.session !== id),
  };
}

export function withoutPending(state: WalletState, id: string): WalletState {
  return { ...state, queue: state.queue.filter((pending) => pending.id !== id) };
}
