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
  /** Any text: the same text is the same wallet, on every machine. 64 hexadecimal characters are the key itself. */
  seed?: string;
  /** The contract: `v5r1` unless told otherwise, or `v4r2`. */
  version?: WalletVersion;
  /** The network that it connects on when an app asks for none: mainnet unless told otherwise. */
  network?: Network;
  /** How it behaves. It approves by itself unless told otherwise. */
  behaviour?: Partial<Behaviour>;
  /** The bridge where it answers apps that connect by a link. No default: a link does not name it. */
  bridgeUrl?: string;
  /** What apps know it by, to play another wallet of their list. */
  identity?: Partial<Identity>;
  /** Wallets of a list, as `wallets-v2.json` has them: a link of one makes the wallet play that one. */
  walletsList?: readonly unknown[];
  /** The number that its next transfer has. */
  seqno?: number;
  /** What an earlier wallet had saved: then it goes on as that one. */
  saved?: string;
  /** Unix milliseconds; the clock unless told otherwise. */
  now?: () => number;
  /** What the app is taken for, where its manifest cannot be reached from here; its `url` is what proofs are for. */
  manifest?: Manifest;
  /** How manifests and bridges are reached. */
  fetch?: typeof fetch;
};

/** What a wallet makes up its key from, when it is told nothing. */
const SEED = 'prichal';

const seedOf = (seed: string) =>
  /^[0-9a-f]{64}$/i.test(seed)
    ? seed.toLowerCase()
    : sha256(`prichal-dev-wallet/${seed}`).toString('hex');

/**
 * A TON wallet for tests. It speaks the real protocol with real signatures, and sends nothing to the
 * chain. Its keys lie open: never let them hold anything of worth.
 */
export class DevWallet {
  readonly identity: Identity;
  readonly #wallet: Wallet;
  readonly #network: WalletNetwork;
  readonly #once: { method: string | null; change: Partial<Behaviour> }[] = [];
  /** Requests that `nextRequest` has given. */
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
   * The wallet of a recovery phrase of 24 words, on the test network alone: words that open a wallet with
   * real money have no place in a test. Rejects what is no phrase of TON.
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

  /** The account that the next app is given. */
  get account(): Account {
    return this.#wallet.view().account;
  }

  /** As people see it: non-bounceable, `UQ…`, on the test network `0Q…`. */
  get address(): string {
    const { address, chain } = this.account;
    return shownAddress(address, chain);
  }

  get network(): Network {
    return this.account.chain === '-3' ? 'testnet' : 'mainnet';
  }

  /** Where apps that connect by a link find the wallet. */
  get bridgeUrl(): string {
    if (this.#bridgeUrl === null)
      throw new Error(
        'this wallet has no bridge: give it one, new DevWallet({ bridgeUrl }), or start one with startBridge()',
      );
    return this.#bridgeUrl;
  }

  /** The wallet as an entry of a wallets list (`wallets-v2.json`), for an app that has a list of its own. */
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

  /** A link of a wallet of this list (`wallets-v2.json`, parsed) makes it play that one, with its name and features. */
  playAs(walletsList: readonly unknown[]): void {
    this.#list = walletsList;
  }

  /** What pages read of an injected wallet without asking it. */
  get facts(): ReturnType<typeof injectedFacts> {
    return injectedFacts(this.#wallet);
  }

  /** Apps that are connected, oldest first. */
  get apps(): readonly Manifest[] {
    return this.#wallet.view().state.sessions.map(({ manifest }) => manifest);
  }

  /** All that apps have asked for, oldest first. */
  get requests(): readonly WalletRequest[] {
    return this.#wallet.requests().map((asked) => new WalletRequest(this.#wallet, asked));
  }

  /** What was said between apps and the wallet, in the clear, oldest first. */
  get messages(): readonly Spoken[] {
    return this.#wallet.traffic.entries();
  }

  /**
   * Follows a link as a phone does that has read its code: `tc://…`, the universal link of any wallet,
   * `https://t.me/…`. Gives the request it has made; null where it only opens the wallet. Rejects with
   * words where nothing can come of it.
   */
  async open(link: string): Promise<WalletRequest<'connect'> | null> {
    this.bridgeUrl;
    const outcome = await this.#wallet.openLink(link);
    if (!outcome.ok) throw new Error(outcome.problem);
    const asked = this.#wallet.requests().find(({ id }) => id === outcome.request);
    return asked ? new WalletRequest<'connect'>(this.#wallet, asked) : null;
  }

  /**
   * The oldest request that this has not given yet, of a method or of any, which has come or will come.
   * Rejects after `timeout` milliseconds, and says what came instead.
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

  /** From now on it behaves so; what is not named stays as it is. */
  behave(change: Partial<Behaviour>): void {
    const { behaviour } = this.#wallet.view().state;
    void this.#wallet.configure({ behaviour: { ...behaviour, ...change } });
  }

  /** To the next request of this method, or of any (null), it behaves so; the first such word counts first. */
  behaveOnce(method: keyof ParamsOf | null, change: Partial<Behaviour>): void {
    this.#once.push({ method, change });
  }

  /** The next app is connected on this network, when it asks for none. */
  switchNetwork(network: Network): void {
    const { onlyChain } = this.#wallet.view().state;
    if (onlyChain !== null && onlyChain !== CHAIN[network])
      throw new Error('a wallet made of a recovery phrase is on the test network alone');
    void this.#wallet.configure({ chain: CHAIN[network] });
  }

  /** The next app is given another account of the same wallet, from 0. Connected apps keep theirs. */
  switchAccount(account: number): void {
    void this.#wallet.configure({ account });
  }

  /** Leaves every app, as a person does who removes them in the wallet; each is told. */
  async disconnect(): Promise<void> {
    for (const { id } of this.#wallet.view().state.sessions) await this.#wallet.disconnect(id);
  }

  /** The wallet's phone is without a network: requests do not come, answers wait. */
  goOffline(): void {
    this.#network.lose();
  }

  goOnline(): void {
    this.#network.find();
  }

  /** The bridge of a page at `origin`, as an extension gives it to the page; `dispose` when the page goes. */
  bridgeFor(origin: string): { bridge: InjectedBridge; dispose(): void } {
    return createInjectedBridge(this.#wallet, origin);
  }

  /** Everything that it would go on with, as text: `new DevWallet({ saved })`. Holds its key. */
  save(): string {
    return JSON.stringify(this.#wallet.view().state);
  }

  /** Ends its streams. Apps are not told. */
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
