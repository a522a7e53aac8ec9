import type { Account } from './account';
import { postMessage, type Source } from './bridge';
import { verdictOf } from './conduct';
import { type Context, pendingOf, wordsOf } from './context';
import { decide } from './decide';
import { CODE } from './error-codes';
import { receive } from './inbox';
import { createJournal, type Entry } from './journal';
import { alone } from './locks';
import { type LinkOutcome, openLink } from './open-link';
import { createPageBridge, type PageBridge } from './page-bridge';
import { createPageRequests } from './page-requests';
import { nextEventId, seal } from './session';
import { accountFor, newState, type Pending, type WalletState, withoutSession } from './state';
import { openStore, type Store } from './store';
import { type BridgeState, runStreams } from './streams';
import { createTraffic, type Spoken, type Traffic } from './traffic';

/** What the screen shows. A new object each time something changed. */
export type WalletView = {
  state: WalletState;
  /** The account that the next app is given. */
  account: Account;
  bridgeUrl: string;
  pending: Pending[];
  journal: Entry[];
  /** What was said, in the clear. */
  spoken: readonly Spoken[];
  streams: Record<string, BridgeState>;
};

export type Wallet = {
  view(): WalletView;
  subscribe(listener: () => void): () => void;
  openLink(text: string): Promise<LinkOutcome>;
  decide(id: string, yes: boolean): Promise<void>;
  disconnect(session: string): Promise<void>;
  configure(
    change: Partial<Pick<WalletState, 'version' | 'chain' | 'account' | 'bridgeUrl' | 'conduct'>>,
  ): Promise<void>;
  /** Disconnects every app and makes another key. */
  renewKey(): Promise<void>;
  /** The same, and everything else as it was when the wallet was new. */
  reset(): Promise<void>;
  traffic: Pick<Traffic, 'entries' | 'clear'>;
  page: PageBridge;
  now(): number;
  close(): void;
};

/** The world outside: tests bring their own. */
export type Outside = {
  store: Store;
  /** The bridge of the wallet's own origin. */
  homeBridge: string;
  now?: () => number;
  wait?: (delay: number) => Promise<void>;
  /** Address of the wallets list, for links of wallets that are played. */
  listUrl?: string;
  fetch?: typeof fetch;
  openSource?: (url: string) => Source;
};

/** 32 random bytes, hex. */
export function newSeed(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
}

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
  store,
  homeBridge,
  now = Date.now,
  wait = (delay) => new Promise((resolve) => setTimeout(resolve, delay)),
  listUrl,
  fetch: fetcher = fetch.bind(globalThis),
  openSource,
}: Outside): Wallet {
  const listeners = new Set<() => void>();
  let view: WalletView | null = null;
  const changed = () => {
    view = null;
    for (const listener of [...listeners]) listener();
  };

  const context: Context = {
    store,
    journal: createJournal(now, changed),
    page: createPageRequests(changed),
    traffic: createTraffic(now, changed),
    list: async () => {
      if (listUrl === undefined) return null;
      try {
        return await (await fetcher(listUrl)).json();
      } catch {
        return null;
      }
    },
    wait,
    bridgeUrl: () => store.get().bridgeUrl ?? homeBridge,
    now,
    newId: () => crypto.randomUUID(),
    fetch: fetcher,
    async send({ channel, name }, message, traceId = null) {
      const said = { direction: 'to app', app: name, via: 'bridge', message } as const;
      try {
        await postMessage(
          channel.bridgeUrl,
          {
            from: channel.keys.publicKey,
            to: channel.peer,
            body: seal(channel, JSON.stringify(message)),
            traceId,
          },
          fetcher,
        );
      } catch (error) {
        context.traffic.add({ ...said, note: wordsOf(error) });
        throw error;
      }
      context.traffic.add({ ...said, note: null });
    },
  };

  store.subscribe(changed);
  const streams = runStreams(
    store,
    (bridge, envelope, eventId) => {
      alone('inbox', () => receive(context, bridge, envelope, eventId)).catch((error: unknown) =>
        context.journal.add('problem', wordsOf(error)),
      );
    },
    changed,
    openSource,
  );

  // Requests that the wallet answers by itself, so that each is answered once.
  const taken = new Set<string>();
  const answerByItself = () => {
    const verdict = verdictOf(store.get().conduct.answer);
    if (verdict === undefined) return;
    for (const { id } of pendingOf(context)) {
      if (taken.has(id)) continue;
      taken.add(id);
      decide(context, id, verdict).catch((error: unknown) => {
        // Not answered after all: it stays for the person.
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
    view: () => (view ??= look()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openLink: (text) => openLink(context, text),
    decide: (id, yes) => decide(context, id, yes ? null : CODE.declined),
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
    page: createPageBridge(context),
    now,
    close() {
      streams.close();
      store.close();
      listeners.clear();
    },
  };
}

/** The wallet of this origin, as it was left. */
export async function openWallet(origin: string): Promise<Wallet> {
  const store = await openStore(() => newState(newSeed()));
  return createWallet({
    store,
    homeBridge: `${origin}/bridge`,
    listUrl: `${origin}/wallets-v2.json`,
  });
}
