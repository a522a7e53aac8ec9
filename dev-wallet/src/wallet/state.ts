import { type Behaviour, GOOD_BEHAVIOUR } from '../protocol/behaviour.ts';
import type { Wanted } from '../protocol/connect-request.ts';
import type { Manifest } from '../protocol/manifest.ts';
import type { Played } from '../protocol/played.ts';
import type { Call } from '../protocol/rpc.ts';
import type { Channel, Granted, Session } from '../protocol/session.ts';
import { type Account, accountOf, type Chain, seedOf, type WalletVersion } from '../ton/account.ts';

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
  /** How the wallet behaves this once; none: as it does when it answers. */
  behaviour?: Behaviour;
};

/** A connected app that wants something signed. */
export type PendingCall = {
  kind: 'call';
  id: string;
  at: number;
  app: Manifest;
  session: string;
  call: Call;
  behaviour?: Behaviour;
};

export type Pending = PendingConnect | PendingCall;

/** Everything that outlives a page and is the same in every tab. */
export type WalletState = {
  /** Ed25519 seed, hex. A developer's key: it guards nothing. */
  seed: string;
  version: WalletVersion;
  chain: Chain;
  /** The only network that it connects on; null: whichever an app asks for. */
  onlyChain: Chain | null;
  /** Number of the account that the next app gets, from 0. */
  account: number;
  behaviour: Behaviour;
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
    onlyChain: null,
    account: 0,
    behaviour: GOOD_BEHAVIOUR,
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
