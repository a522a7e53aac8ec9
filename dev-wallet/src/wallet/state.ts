import { type Behaviour, GOOD_BEHAVIOUR } from '../protocol/behaviour.ts';
import type { Wanted } from '../protocol/connect-request.ts';
import type { Manifest } from '../protocol/manifest.ts';
import type { Played } from '../protocol/played.ts';
import type { Call } from '../protocol/rpc.ts';
import type { Channel, Granted, Session } from '../protocol/session.ts';
import { type Account, accountOf, type Chain, seedOf, type WalletVersion } from '../ton/account.ts';

/** A pending connect request: over a bridge, or from the page at `origin`. */
export type PendingConnect = {
  kind: 'connect';
  id: string;
  /** Unix milliseconds. The queue has this order. */
  at: number;
  app: Manifest;
  wanted: Wanted;
  /** The wallet of the opened link. Null for the dev wallet. */
  played: Played | null;
  via: { channel: Channel; traceId: string | null; ret: string } | { origin: string };
  /** One-time behaviour. If absent, the behaviour at the time of the answer applies. */
  behaviour?: Behaviour;
};

/** A pending signing request of a connected app. */
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

/** State that outlives a page and is the same in every tab. */
export type WalletState = {
  /** Ed25519 seed, hexadecimal. A key for development that protects nothing. */
  seed: string;
  version: WalletVersion;
  chain: Chain;
  /** The only network that the wallet connects on. Null if apps can choose. */
  onlyChain: Chain | null;
  /** Index of the account for the next app, from 0. */
  account: number;
  behaviour: Behaviour;
  /** Null for the bridge of the wallet's own origin. */
  bridgeUrl: string | null;
  /** Sequence number of the next transfer, by raw address. */
  seqnos: Record<string, number>;
  sessions: Session[];
  /** Pending requests over bridges, oldest first. */
  queue: Pending[];
  /** Id of the last event, by bridge. */
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

/** Returns the account of a connected app, or the account for the next one. */
export function accountFor(
  { seed }: Pick<WalletState, 'seed'>,
  { version, chain, account }: Pick<Granted, 'version' | 'chain' | 'account'>,
): Account {
  return accountOf(seedOf(seed, account), version, chain);
}

/** Returns the state with one session changed. */
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

/** Returns the state without a session and its requests. */
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
