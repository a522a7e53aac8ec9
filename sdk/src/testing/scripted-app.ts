import { vi } from 'vitest';
import { TonConnect } from '../connector/ton-connect.js';
import type { TonConnectError } from '../errors/index.js';
import type { TonConnectOptions, Wallet } from '../types/index.js';
import { FakeEventSource, installEventSource } from './fake-event-source.js';
import { memoryStorage } from './memory-storage.js';
import { approval, ScriptedWallet } from './scripted-wallet.js';

export const BRIDGE = 'https://bridge.example.org/bridge';
export const SESSION_KEY = 'ton-connect-storage_bridge-connection';

/** A POST to a bridge. */
export type SentPost = { url: URL; body: string; keepalive: boolean };

/** Lets pending promises of the connector run. Uses no fake timers. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

/** An app whose bridge, wallet and storage the test controls. */
export class ScriptedApp {
  readonly storage = memoryStorage();
  readonly wallet = new ScriptedWallet();
  readonly statuses: (Wallet | null)[] = [];
  readonly errors: TonConnectError[] = [];
  readonly posts: SentPost[] = [];
  /** Answers POSTs. Accepts them by default. */
  onPost: (post: SentPost) => Promise<Response> | Response = () => new Response();
  readonly #connectors: TonConnect[] = [];
  readonly #restore = installEventSource();

  constructor() {
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const post = {
        url: new URL(input),
        body: String(init.body),
        keepalive: init.keepalive === true,
      };
      this.posts.push(post);
      return this.onPost(post);
    });
  }

  /** Creates a connector of the app. */
  open(options: Partial<TonConnectOptions> = {}): TonConnect {
    const connector = new TonConnect({
      manifestUrl: 'https://app.example.org/tonconnect-manifest.json',
      storage: this.storage,
      walletsList: Promise.resolve([]),
      analytics: { mode: 'off' },
      ...options,
    });
    connector.onStatusChange(
      (wallet) => this.statuses.push(wallet),
      (error) => this.errors.push(error),
    );
    this.#connectors.push(connector);
    return connector;
  }

  /** Connects the scripted wallet over one bridge. Returns the client ID of the app. */
  async connect(connector: TonConnect): Promise<string> {
    const client = clientOf(connector.connect([{ bridgeUrl: BRIDGE }]));
    await settle();
    FakeEventSource.last.open();
    FakeEventSource.last.send(this.wallet.seal(client, approval()));
    await settle();
    return client;
  }

  get stored(): Record<string, unknown> | null {
    return JSON.parse(this.storage.items.get(SESSION_KEY) ?? 'null');
  }

  dispose(): void {
    for (const connector of this.#connectors) connector.close();
    this.#restore();
    vi.unstubAllGlobals();
  }
}

/** Client ID in a connect link. */
export const clientOf = (link: string): string => new URL(link).searchParams.get('id') ?? '';

export const TRANSACTION = {
  validUntil: Math.floor(Date.now() / 1000) + 60,
  messages: [{ address: 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ', amount: '1' }],
};
