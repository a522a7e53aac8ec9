import { postMessage, type Source } from '../bridge/bridge.ts';
import { type Behaviour, verdictOf } from '../protocol/behaviour.ts';
import type { Identity } from '../protocol/identity.ts';
import { fetchManifest, type Manifest } from '../protocol/manifest.ts';
import { nextEventId, seal } from '../protocol/session.ts';
import { type Account, newSeed } from '../ton/account.ts';
import { behaviourOf, type Context, pendingOf, type Receiver, wordsOf } from './context.ts';
import { type Decision, decide } from './decide.ts';
import { receive } from './inbox.ts';
import { createJournal, type Entry } from './journal.ts';
import { type Alone, ownLocks } from './locks.ts';
import { type LinkOutcome, openLink } from './open-link.ts';
import { createPageBridge, type PageBridge } from './page-bridge.ts';
import { createPageRequests } from './page-requests.ts';
import { type Asked, createRequests } from './requests.ts';
import { accountFor, newState, type Pending, type WalletState, withoutSession } from './state.ts';
import type { Store } from './store.ts';
import { type BridgeState, runStreams } from './streams.ts';
import { createTraffic, type Spoken, type Traffic } from './traffic.ts';

/** Data for the screen. A new object after each change. */
export type WalletView = {
  state: WalletState;
  /** Account for the next app that connects. */
  account: Account;
  bridgeUrl: string;
  pending: Pending[];
  journal: Entry[];
  /** Log of decrypted messages. */
  spoken: readonly Spoken[];
  streams: Record<string, BridgeState>;
};

export type Wallet = {
  identity: Identity;
  view(): WalletView;
  subscribe(listener: () => void): () => void;
  openLink(text: string): Promise<LinkOutcome>;
  decide(id: string, decision: Decision): Promise<void>;
  disconnect(session: string): Promise<void>;
  configure(
    change: Partial<Pick<WalletState, 'version' | 'chain' | 'account' | 'bridgeUrl' | 'behaviour'>>,
  ): Promise<void>;
  /** Disconnects every app and makes a new key. */
  renewKey(): Promise<void>;
  /** Disconnects every app and resets everything to the state of a new wallet. */
  reset(): Promise<void>;
  traffic: Pick<Traffic, 'entries' | 'clear'>;
  /** All requests of apps since the wallet was opened, with their states. */
  requests(): readonly Asked[];
  page: PageBridge;
  now(): number;
  close(): void;
};

/** The wallet's environment. Tests replace it. */
export type Outside = {
  identity: Identity;
  store: Store;
  /** Locks of those that share the store. Absent if the store is not shared. */
  alone?: Alone;
  /** Takes the one-time behaviour for the next request of a method. Null if there is none. */
  behaviourOnce?: (method: string) => Partial<Behaviour> | null;
  /** Bridge of the wallet's own origin. */
  homeBridge: string;
  now?: () => number;
  wait?: (delay: number) => Promise<void>;
  /** Loads the wallets list, parsed, for links of played wallets. Null if it cannot be loaded. */
  list?: () => Promise<unknown>;
  /** Replaces the manifest of every app, so that none is fetched. */
  manifest?: Manifest;
  fetch?: typeof fetch;
  openSource?: (url: string) => Source;
};

async function sayGoodbye(context: Context, id: string): Promise<void> {
  const { store, journal } = context;
  const session = store.get().sessions.find((each) => each.id === id);
  if (!session) return;
  await store.change((state) => withoutSession(state, id));
  journal.add('done', `Disconnected ${session.manifest.name}`);
  if (session.kind !== 'bridge') return;
  const event = nextEventId(session.lastEvent, context.now());
  try {
    const to = { channel: session.channel, name: session.manifest.name };
    await context.send(to, { event: 'disconnect', id: event, payload: {} });
  } catch (error) {
    journal.add('problem', `${session.manifest.name} could not be told: ${wordsOf(error)}`);
  }
}

export function createWallet({
  identity,
  store,
  alone = ownLocks(),
  behaviourOnce = () => null,
  homeBridge,
  now = Date.now,
  wait = (delay) => new Promise((resolve) => setTimeout(resolve, delay)),
  list = async () => null,
  manifest,
  fetch: fetcher = fetch.bind(globalThis),
  openSource,
}: Outside): Wallet {
  const listeners = new Set<() => void>();
  let view: WalletView | null = null;
  const changed = () => {
    view = null;
    for (const listener of [...listeners]) listener();
  };

  const post = async (
    { channel, name }: Receiver,
    message: unknown,
    body: string,
    traceId: string | null,
  ) => {
    const said = { direction: 'to app', app: name, via: 'bridge', message } as const;
    try {
      await postMessage(
        channel.bridgeUrl,
        { from: channel.keys.publicKey, to: channel.peer, body, traceId },
        fetcher,
      );
    } catch (error) {
      context.traffic.add({ ...said, note: wordsOf(error) });
      throw error;
    }
    context.traffic.add({ ...said, note: null });
  };

  const context: Context = {
    identity,
    store,
    alone,
    behaviourOnce,
    requests: createRequests(changed),
    journal: createJournal(now, changed),
    page: createPageRequests(changed),
    traffic: createTraffic(now, changed),
    list,
    wait,
    bridgeUrl: () => store.get().bridgeUrl ?? homeBridge,
    now,
    newId: () => crypto.randomUUID(),
    manifestAt: async (url) => manifest ?? fetchManifest(url, fetcher),
    send: (to, message, traceId = null) => {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      return post(to, message, seal(to.channel, text), traceId);
    },
    sendUnsealed: (to, traceId = null) => {
      const noise = crypto.getRandomValues(new Uint8Array(64));
      return post(to, 'bytes that nobody can open', Buffer.from(noise).toString('base64'), traceId);
    },
  };

  store.subscribe(changed);
  const streams = runStreams(
    store,
    alone,
    (bridge, envelope, eventId) => {
      alone('inbox', () => receive(context, bridge, envelope, eventId)).catch((error: unknown) =>
        context.journal.add('problem', wordsOf(error)),
      );
    },
    changed,
    openSource,
  );

  // Ids of requests that the wallet has begun to answer, so that it answers each once.
  const taken = new Set<string>();
  const answerByItself = () => {
    for (const pending of pendingOf(context)) {
      const { id } = pending;
      const verdict = verdictOf(behaviourOf(context, pending));
      if (verdict === undefined || taken.has(id)) continue;
      taken.add(id);
      decide(context, id, verdict).catch((error: unknown) => {
        // The answer failed, so the request stays for the user.
        context.journal.add('problem', wordsOf(error));
      });
    }
  };
  listeners.add(answerByItself);

  const forget = async () => {
    for (const { id } of store.get().sessions) await sayGoodbye(context, id);
  };

  const look = (): WalletView => {
    const state = store.get();
    return {
      state,
      account: accountFor(state, state),
      bridgeUrl: context.bridgeUrl(),
      pending: pendingOf(context),
      journal: context.journal.entries(),
      spoken: context.traffic.entries(),
      streams: streams.states(),
    };
  };

  return {
    identity,
    view: () => (view ??= look()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openLink: (text) => openLink(context, text),
    decide: (id, decision) => decide(context, id, decision),
    disconnect: (id) => sayGoodbye(context, id),
    configure: (change) => store.change((state) => ({ ...state, ...change })),
    async renewKey() {
      await forget();
      await store.change((state) => ({ ...state, seed: newSeed(), seqnos: {} }));
    },
    async reset() {
      await forget();
      await store.change(() => newState(newSeed()));
      context.traffic.clear();
    },
    traffic: context.traffic,
    requests: context.requests.entries,
    page: createPageBridge(context),
    now,
    close() {
      streams.close();
      store.close();
      listeners.clear();
    },
  };
}
