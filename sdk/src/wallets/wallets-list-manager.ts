import { TonConnectError } from '../errors/index.js';
import type {
  WalletInfo,
  WalletInfoCurrentlyEmbedded,
  WalletInfoDTO,
  WalletInfoRemote,
} from '../types/wallet-info.js';
import { log, qaMode } from '../validation/problems.js';
import { findInjectedWallets } from './find-wallets.js';
import {
  entryProblem,
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoRemote,
  parseList,
  toWalletInfo,
} from './wallet-info.js';

/** Returns the wallets list that is built into this package, which may be old. Not in the official SDK. */
export const getBuiltInWallets = (): Promise<readonly WalletInfoDTO[]> =>
  import('./fallback-list.js').then((module) => module.FALLBACK_LIST);

/** The list that the TON ecosystem maintains. */
const PUBLIC_LIST = 'https://config.ton.org/wallets-v2.json';

/** The list of QA mode, with wallets that are not published yet. */
const STAGING_LIST =
  'https://raw.githubusercontent.com/ton-connect/wallets-list-staging/refs/heads/main/wallets-v2.json';

/** How long a download may take, in ms. */
const DOWNLOAD_TIMEOUT_MS = 10_000;

/** Options of `WalletsListManager`. */
export type WalletsListManagerOptions = {
  /** Address of the list. The public list by default. */
  walletsListSource?: string;
  /** How long a downloaded list is used, in ms. Without limit by default. */
  cacheTTLMs?: number;
  /** Receives the duration of each download in ms. Undefined if it failed. */
  onDownloadDurationMeasured?: (duration: number | undefined) => void;
  /** The list itself, used instead of a download. It is awaited at each use. Not in the official SDK. */
  walletsList?: PromiseLike<readonly WalletInfoDTO[]>;
};

/** Downloads the wallets list, and keeps it. */
export class WalletsListManager {
  private readonly options: WalletsListManagerOptions;
  private readonly source: string;
  private cache: Promise<readonly WalletInfoDTO[]> | null = null;
  /** When the cached list expires, Unix time in ms. */
  private expiresAt = Number.POSITIVE_INFINITY;

  constructor(options: WalletsListManagerOptions = {}) {
    this.options = options;
    this.source = qaMode ? STAGING_LIST : (options.walletsListSource ?? PUBLIC_LIST);
  }

  /**
   * Returns the list. If it cannot be downloaded, returns the list that is built into the package, and
   * tries again at the next call. In QA mode, adds injected wallets that are not listed.
   */
  async getWallets(): Promise<WalletInfo[]> {
    const listed = (await this.entries()).map(toWalletInfo);
    const byName = new Map<string, WalletInfo>();
    for (const wallet of listed) if (!byName.has(wallet.name)) byName.set(wallet.name, wallet);
    for (const wallet of qaMode ? injectedWallets() : []) {
      byName.set(wallet.name, { ...byName.get(wallet.name), ...wallet });
    }
    return [...byName.values()];
  }

  /**
   * Returns the wallet in whose browser this page is open. Null if there is none, or more than one.
   * Needs the list only if some wallet claims to be that browser.
   */
  async getEmbeddedWallet(): Promise<WalletInfoCurrentlyEmbedded | null> {
    if (!findInjectedWallets().some(([, { isWalletBrowser }]) => isWalletBrowser)) return null;
    const embedded = (await this.getWallets()).filter(isWalletInfoCurrentlyEmbedded);
    return (embedded.length === 1 && embedded[0]) || null;
  }

  /**
   * Returns the wallet with this `appName`.
   * @throws TonConnectError if it is not listed, or has no bridge.
   */
  async getRemoteWallet(appName: string): Promise<WalletInfoRemote> {
    const wallet = (await this.getWallets()).find((listed) => listed.appName === appName);
    if (!wallet) throw new TonConnectError(`Wallet info not found for appName: "${appName}"`);
    if (!isWalletInfoRemote(wallet)) {
      throw new TonConnectError(`Wallet "${appName}" is not remote`);
    }
    return wallet;
  }

  private entries(): Promise<readonly WalletInfoDTO[]> {
    if (this.cache && Date.now() <= this.expiresAt) return this.cache;
    const list = this.load().catch(async (error: unknown) => {
      this.cache = null;
      log('warn', `[Prichal] wallets list: using the built-in list, because ${error}`);
      return getBuiltInWallets();
    });
    // The caller keeps its own list up to date.
    if (!this.options.walletsList) this.cache = list;
    this.expiresAt = Number.POSITIVE_INFINITY;
    return list;
  }

  private async load(): Promise<readonly WalletInfoDTO[]> {
    const { walletsList, cacheTTLMs, onDownloadDurationMeasured: measured } = this.options;
    if (walletsList) return parseList(await walletsList);
    const start = performance.now();
    try {
      const list = parseList(await download(this.source));
      measured?.(Math.round(performance.now() - start));
      if (cacheTTLMs) this.expiresAt = Date.now() + cacheTTLMs;
      return list;
    } catch (error) {
      measured?.(undefined);
      throw error;
    }
  }
}

async function download(source: string): Promise<unknown> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), DOWNLOAD_TIMEOUT_MS);
  try {
    return await (await fetch(source, { signal: abort.signal })).json();
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the injected wallets that describe themselves. */
const injectedWallets = (): WalletInfo[] =>
  findInjectedWallets().flatMap(([key, { walletInfo }]) => {
    const entry = { ...Object(walletInfo), bridge: [{ type: 'js', key }] };
    return entryProblem(entry) ? [] : toWalletInfo(entry);
  });
