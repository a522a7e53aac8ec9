import { IMAGE } from './image.ts';
import { createInjectedBridge, type InjectedBridge, injectedFacts } from './injected/injected.ts';
import { abilitiesOf, type Feature, featuresOf } from './protocol/abilities.ts';
import type { Behaviour } from './protocol/behaviour.ts';
import type { Identity } from './protocol/identity.ts';
import type { Manifest } from './protocol/manifest.ts';
import { type Account, type Chain, shownAddress, type WalletVersion } from './ton/account.ts';
import { mnemonicToPrivateKey, mnemonicValidate, sha256 } from './ton/ton.ts';
import { accountFor, newState, type WalletState } from './wallet/state.ts';
import { memoryStore } from './wallet/store.ts';
import type { Spoken } from './wallet/traffic.ts';
import { createWallet, type Wallet } from './wallet/wallet.ts';
import { type WalletNetwork, walletNetwork } from './wallet-network.ts';
import { PATIENCE, type ParamsOf, WalletRequest } from './wallet-request.ts';
import { when } from './when.ts';

export type Network = 'mainnet' | 'testnet';

const CHAIN: Record<Network, Chain> = { mainnet: '-239', testnet: '-3' };

export const IDENTITY: Identity = {
  appName: 'prichal-dev',
  name: 'Dev Wallet',
  image: IMAGE,
  aboutUrl: 'https://dev-wallet.example/',
  universalUrl: 'https://dev-wallet.example/connect',
  jsBridgeKey: 'prichalDev',
};

/** An entry of `wallets-v2.json`. */
export type ListEntry = {
  app_name: string;
  name: string;
  image: string;
  about_url: string;
  universal_url?: string;
  bridge: ({ type: 'sse'; url: string } | { type: 'js'; key: string })[];
  platforms: string[];
  features: Feature[];
};

export type DevWalletOptions = {
  /**
   * Any text. The same text makes the same wallet on every machine. 64 hexadecimal characters are
   * the key itself.
   */
  seed?: string;
  /** Wallet contract, `v5r1` or `v4r2`. Default: `v5r1`. */
  version?: WalletVersion;
  /** Network for apps that do not request one. Default: mainnet. */
  network?: Network;
  /** Behaviour of the wallet. By default it approves every request. */
  behaviour?: Partial<Behaviour>;
  /**
   * Bridge for apps that connect by a link. No default, because a link does not name its bridge.
   */
  bridgeUrl?: string;
  /** Identity shown to apps. Set it to play another wallet of their list. */
  identity?: Partial<Identity>;
  /**
   * Entries of a wallets list (`wallets-v2.json`). A link of one of them makes the wallet play that
   * one.
   */
  walletsList?: readonly unknown[];
  /** Sequence number of the next transfer. */
  seqno?: number;
  /** Result of `save()` of an earlier wallet. The new wallet continues with its state. */
  saved?: string;
  /** Returns the time in Unix milliseconds. Default: the clock. */
  now?: () => number;
  /**
   * Replaces the manifest of every app, for apps whose manifest cannot be reached from here. Proofs
   * are for its `url`.
   */
  manifest?: Manifest;
  /** Fetches manifests and connects to bridges. */
  fetch?: typeof fetch;
};

/** Seed if none is given. */
const SEED = 'prichal';

const seedOf = (seed: string) =>
  /^[0-9a-f]{64}$/i.test(seed)
    ? seed.toLowerCase()
    : sha256(`prichal-dev-wallet/${seed}`).toString('hex');

/**
 * A TON wallet for tests. It speaks the real protocol with real signatures and sends nothing to the
 * chain. Its keys are public: never fund them.
 */
export class DevWallet {
  readonly identity: Identity;
  readonly #wallet: Wallet;
  readonly #network: WalletNetwork;
  readonly #once: { method: string | null; change: Partial<Behaviour> }[] = [];
  /** Ids of the requests that `nextRequest` has returned. */
  readonly #given = new Set<string>();
  #list: readonly unknown[];
  readonly #bridgeUrl: string | null;

  constructor(options: DevWalletOptions = {}) {
    const { seed = SEED, version, network = 'mainnet', walletsList, saved, seqno } = options;
    this.identity = { ...IDENTITY, ...options.identity };
    this.#network = walletNetwork(options.fetch ?? ((input, init) => fetch(input, init)));
    this.#bridgeUrl = options.bridgeUrl ?? null;
    this.#list = walletsList ?? [];
    let state: WalletState = saved === undefined ? newState(seedOf(seed)) : JSON.parse(saved);
    if (saved === undefined) state = { ...state, chain: CHAIN[network] };
    if (version) state = { ...state, version };
    const behaviour = {
      ...state.behaviour,
      ...(saved === undefined ? { answer: 'approve' as const } : {}),
      ...options.behaviour,
    };
    if (seqno !== undefined)
      state = { ...state, seqnos: { ...state.seqnos, [accountFor(state, state).raw]: seqno } };
    this.#wallet = createWallet({
      identity: this.identity,
      store: memoryStore({ ...state, behaviour }),
      homeBridge: this.#bridgeUrl ?? '',
      behaviourOnce: (method) => this.#takeOnce(method),
      fetch: this.#network.fetch,
      openSource: this.#network.openSource,
      list: async () => this.#list,
      ...(options.manifest ? { manifest: options.manifest } : {}),
      ...(options.now ? { now: options.now } : {}),
    });
  }

  /**
   * Makes the wallet of a recovery phrase of 24 words, only on the test network: a phrase that
   * opens a wallet with real money does not belong in a test. Rejects if the words are not a TON
   * recovery phrase.
   */
  static async fromMnemonic(
    words: string | readonly string[],
    options: Omit<DevWalletOptions, 'seed' | 'network' | 'saved'> = {},
  ): Promise<DevWallet> {
    const list = typeof words === 'string' ? words.trim().split(/\s+/) : [...words];
    if (!(await mnemonicValidate(list)))
      throw new Error(
        `these ${list.length} words are no recovery phrase of TON: it has 24, and a checksum`,
      );
    const { secretKey } = await mnemonicToPrivateKey(list);
    const state: WalletState = {
      ...newState(secretKey.subarray(0, 32).toString('hex')),
      chain: '-3',
      onlyChain: '-3',
    };
    const { behaviour = {}, ...rest } = options;
    return new DevWallet({
      ...rest,
      behaviour: { answer: 'approve', ...behaviour },
      saved: JSON.stringify(state),
    });
  }

  /** Account for the next app that connects. */
  get account(): Account {
    return this.#wallet.view().account;
  }

  /** User-friendly address, non-bounceable: `UQ…`, on the test network `0Q…`. */
  get address(): string {
    const { address, chain } = this.account;
    return shownAddress(address, chain);
  }

  get network(): Network {
    return this.account.chain === '-3' ? 'testnet' : 'mainnet';
  }

  /** Bridge for apps that connect by a link. Throws if the wallet has none. */
  get bridgeUrl(): string {
    if (this.#bridgeUrl === null)
      throw new Error(
        'this wallet has no bridge: give it one, new DevWallet({ bridgeUrl }), or start one with startBridge()',
      );
    return this.#bridgeUrl;
  }

  /**
   * Entry of a wallets list (`wallets-v2.json`) for this wallet, for apps that have their own list.
   */
  get listEntry(): ListEntry {
    const { version, behaviour } = this.#wallet.view().state;
    const { appName, name, image, aboutUrl, universalUrl, jsBridgeKey } = this.identity;
    const links = [{ type: 'sse', url: this.#bridgeUrl ?? '' } as const];
    return {
      app_name: appName,
      name,
      image,
      about_url: aboutUrl,
      ...(this.#bridgeUrl === null ? {} : { universal_url: universalUrl }),
      bridge: [...(this.#bridgeUrl === null ? [] : links), { type: 'js', key: jsBridgeKey }],
      platforms: ['ios', 'android', 'macos', 'windows', 'linux', 'chrome', 'firefox', 'safari'],
      features: featuresOf(abilitiesOf(version, null, behaviour.features)),
    };
  }

  /**
   * Sets the wallets list (`wallets-v2.json`, parsed). A link of one of its wallets makes this
   * wallet play that one, with its name and features.
   */
  playAs(walletsList: readonly unknown[]): void {
    this.#list = walletsList;
  }

  /** Properties that a page can read from an injected wallet without a request. */
  get facts(): ReturnType<typeof injectedFacts> {
    return injectedFacts(this.#wallet);
  }

  /** Connected apps, oldest first. */
  get apps(): readonly Manifest[] {
    return this.#wallet.view().state.sessions.map(({ manifest }) => manifest);
  }

  /** All requests of apps, oldest first. */
  get requests(): readonly WalletRequest[] {
    return this.#wallet.requests().map((asked) => new WalletRequest(this.#wallet, asked));
  }

  /** Decrypted messages between apps and the wallet, oldest first. */
  get messages(): readonly Spoken[] {
    return this.#wallet.traffic.entries();
  }

  /**
   * Follows a link as a phone does after scanning a QR code: `tc://…`, the universal link of any
   * wallet, or `https://t.me/…`. Resolves with the request, or with null if the link only opens the
   * wallet. Rejects with a message if the link cannot be used.
   */
  async open(link: string): Promise<WalletRequest<'connect'> | null> {
    this.bridgeUrl;
    const outcome = await this.#wallet.openLink(link);
    if (!outcome.ok) throw new Error(outcome.problem);
    const asked = this.#wallet.requests().find(({ id }) => id === outcome.request);
    return asked ? new WalletRequest<'connect'>(this.#wallet, asked) : null;
  }

  /**
   * Resolves with the oldest request that this method has not returned yet, of one method or of
   * any. Waits for it if necessary. Rejects after `timeout` milliseconds with a list of the
   * requests that arrived instead.
   */
  async nextRequest<Method extends keyof ParamsOf>(
    method?: Method,
    { timeout = PATIENCE }: { timeout?: number } = {},
  ): Promise<WalletRequest<Method>> {
    const next = () =>
      this.#wallet
        .requests()
        .find((each) => !this.#given.has(each.id) && (!method || each.method === method));
    const asked = await when(this.#wallet, next, timeout, () => this.#missing(method, timeout));
    this.#given.add(asked.id);
    return new WalletRequest<Method>(this.#wallet, asked);
  }

  /** Changes the behaviour from now on. Fields that are not named stay as they are. */
  behave(change: Partial<Behaviour>): void {
    const { behaviour } = this.#wallet.view().state;
    void this.#wallet.configure({ behaviour: { ...behaviour, ...change } });
  }

  /**
   * Changes the behaviour for the next request of a method, or of any method (null). Several
   * changes apply in the order of the calls.
   */
  behaveOnce(method: keyof ParamsOf | null, change: Partial<Behaviour>): void {
    this.#once.push({ method, change });
  }

  /** Sets the network for the next apps that do not request one. */
  switchNetwork(network: Network): void {
    const { onlyChain } = this.#wallet.view().state;
    if (onlyChain !== null && onlyChain !== CHAIN[network])
      throw new Error('a wallet made of a recovery phrase is on the test network alone');
    void this.#wallet.configure({ chain: CHAIN[network] });
  }

  /** Sets the account for the next app, counted from 0. Connected apps keep theirs. */
  switchAccount(account: number): void {
    void this.#wallet.configure({ account });
  }

  /** Disconnects every app, as a user does in the wallet, and notifies each. */
  async disconnect(): Promise<void> {
    for (const { id } of this.#wallet.view().state.sessions) await this.#wallet.disconnect(id);
  }

  /** Takes the wallet's device offline: it receives no requests, and its answers wait. */
  goOffline(): void {
    this.#network.lose();
  }

  goOnline(): void {
    this.#network.find();
  }

  /**
   * Makes the injected bridge for a page at `origin`, as an extension does. Call `dispose` when the
   * page unloads.
   */
  bridgeFor(origin: string): { bridge: InjectedBridge; dispose(): void } {
    return createInjectedBridge(this.#wallet, origin);
  }

  /** Returns the wallet's whole state as text, for `new DevWallet({ saved })`. Contains its key. */
  save(): string {
    return JSON.stringify(this.#wallet.view().state);
  }

  /** Closes the wallet's streams. Apps are not notified. */
  close(): void {
    this.#network.find();
    this.#wallet.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #takeOnce(method: string): Partial<Behaviour> | null {
    const at = this.#once.findIndex((each) => each.method === null || each.method === method);
    return at < 0 ? null : (this.#once.splice(at, 1)[0]?.change ?? null);
  }

  #missing(method: string | undefined, timeout: number): string {
    const came = this.#wallet.requests().map((each) => {
      const given = this.#given.has(each.id) ? ', given before' : '';
      return `${each.method} (${each.state}${given})`;
    });
    return `no ${method ?? 'request'} within ${timeout} ms. What came: ${came.join(', ') || 'nothing'}`;
  }
}
