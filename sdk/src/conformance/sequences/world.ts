import type { ITonConnect, TonConnectOptions } from '../../types/index.js';
import { FakeClock } from './fake-clock.js';
import { CountedTarget, PageStorage, TestDocument } from './page.js';
import type { Random } from './random.js';
import { type BridgeEvent, ScriptedBridge, ScriptedStream } from './scripted-bridge.js';
import { ScriptedExtension } from './scripted-extension.js';
import { ScriptedWallet } from './scripted-wallet.js';

/** Key of the injected wallet. */
export const EXTENSION_KEY = 'scriptedExtension';

/** A connector under test. The official SDK has no `close`. */
export type Connector = ITonConnect & {
  close?(): void;
  onUnreachedBridges?(listener: (bridges: readonly string[]) => void): () => void;
};

export type ConnectorClass = new (options: TonConnectOptions) => Connector;

// Keys are made once, because they take most of the time of a short sequence.
const WALLETS = [new ScriptedWallet('alpha', 'aa'), new ScriptedWallet('beta', 'bb')] as const;
const STRANGER = new ScriptedWallet('stranger', 'cc');

export type WorldOptions = {
  Connector: ConnectorClass;
  random: Random;
  /** How long each access to the storage takes, in ms. */
  storageMs: number;
  /** Called right before an event of a bridge is dispatched to the page. */
  onDispatch(stream: ScriptedStream, event: BridgeEvent): void;
  /** Called when the page starts to post a request. `topic` is its method. */
  onPost(clientId: string, topic: string): void;
};

/** Everything around a connector: the page, its storage, bridges, wallets, an extension and the time. */
export class World {
  readonly clock = new FakeClock();
  readonly items = new Map<string, string>();
  readonly extension = new ScriptedExtension();
  readonly wallets = WALLETS;
  readonly stranger = STRANGER;
  readonly bridges: readonly [ScriptedBridge, ScriptedBridge];
  readonly window = new CountedTarget();
  /** Messages that the page has written to the console. */
  warnings: string[] = [];
  document = new TestDocument();
  readonly #options: WorldOptions;
  readonly #replaced: [string, PropertyDescriptor | undefined][] = [];
  #storage: PageStorage;
  /** Number of keys that the page has made. */
  #keys = 0;
  /** Counts pages, so that answers to a closed page are dropped. */
  #page = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    for (const wallet of [...WALLETS, STRANGER]) wallet.reset();
    this.bridges = [
      this.#bridge('https://one.example/bridge'),
      this.#bridge('https://two.example'),
    ];
    this.#storage = this.#newStorage();
  }

  install(): void {
    const { clock } = this;
    clock.install(() => this.#options.random.next());
    const bridgeOf = (url: URL): ScriptedBridge => {
      const bridge = this.bridges.find((each) => url.href.startsWith(each.url));
      if (!bridge) throw new Error(`no scripted answer for ${url.href}`);
      return bridge;
    };
    this.#replace(
      'EventSource',
      Object.assign(
        function EventSource(address: string) {
          const url = new URL(address);
          return new ScriptedStream(bridgeOf(url), url);
        },
        { CONNECTING: 0, OPEN: 1, CLOSED: 2 },
      ),
    );
    this.#replace('fetch', (address: string | URL, init: RequestInit = {}) => {
      const page = this.#page;
      const url = new URL(address);
      const [clientId, topic] = ['client_id', 'topic'].map((name) => url.searchParams.get(name));
      this.#options.onPost(clientId ?? '', topic ?? '');
      const answer = bridgeOf(url).post(url, String(init.body), init.signal ?? undefined);
      return new Promise((resolve, reject) => {
        answer.then(
          (response) => page === this.#page && resolve(response),
          (error) => page === this.#page && reject(error),
        );
      });
    });
    const warn = (...values: unknown[]): void => void this.warnings.push(values.join(' '));
    this.#replace('console', { ...console, warn, error: warn, debug: () => undefined });
    this.#replace('crypto', {
      ...crypto,
      getRandomValues: (array: Uint8Array) => this.#fill(array),
    });
    this.#replace('window', this.window);
    this.#replace('document', this.document);
  }

  uninstall(): void {
    this.clock.uninstall();
    for (const [name, descriptor] of this.#replaced.reverse()) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }

  /** Loads the page: a connector on the storage of the browser. */
  load(): Connector {
    this.warnings = [];
    this.document = new TestDocument();
    Object.assign(globalThis, { document: this.document });
    Object.assign(this.window, { [EXTENSION_KEY]: { tonconnect: this.extension.bridge } });
    this.#storage = this.#newStorage();
    return new this.#options.Connector({
      manifestUrl: 'https://app.example.org/tonconnect-manifest.json',
      storage: this.#storage,
      // Never arrives: no test may need it.
      walletsList: new Promise(() => undefined),
      analytics: { mode: 'off' },
    });
  }

  /** Kills the page: none of its code runs any more. */
  unload(): void {
    this.#page += 1;
    this.#storage.kill();
    for (const stream of this.streams) stream.close();
    this.clock.dropPageTimers();
    this.extension.unload();
    this.window.unload();
    this.document.unload();
  }

  /** Streams of the page that are not closed. */
  get streams(): ScriptedStream[] {
    return this.bridges.flatMap(({ streams }) => [...streams]);
  }

  bridge(index: number): ScriptedBridge {
    return this.bridges[index % 2 === 0 ? 0 : 1];
  }

  wallet(index: number): ScriptedWallet {
    return this.wallets[index % 2 === 0 ? 0 : 1];
  }

  /** Random numbers of the page. Keys are the same in each sequence, so that each is computed once. */
  #fill(array: Uint8Array): Uint8Array {
    const isKey = array.length === 32;
    if (isKey) this.#keys += 1;
    for (const index of array.keys())
      array[index] = isKey ? this.#keys : this.#options.random.below(256);
    return array;
  }

  #bridge(url: string): ScriptedBridge {
    const bridge: ScriptedBridge = new ScriptedBridge(url, this.clock, {
      onPost: (from, to, body) => {
        const wallet = this.wallets.find(({ crypto }) => crypto.sessionId === to);
        wallet?.receive(bridge, from, body);
      },
      onDispatch: (stream, event) => this.#options.onDispatch(stream, event),
    });
    return bridge;
  }

  #newStorage(): PageStorage {
    const { storageMs } = this.#options;
    return new PageStorage(
      this.items,
      storageMs === 0
        ? () => Promise.resolve()
        : () => new Promise((resolve) => this.clock.later(storageMs, resolve)),
    );
  }

  #replace(name: string, value: unknown): void {
    this.#replaced.push([name, Object.getOwnPropertyDescriptor(globalThis, name)]);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
