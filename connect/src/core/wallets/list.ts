import type { WalletInfo } from '@prichal/sdk';
import { preferredWallet } from '../connection/session.js';
import type { ConnectionContext } from '../internals.js';
import { loadSdk } from '../loading/load-sdk.js';
import { parseEntries, toWalletInfo, usableWallets, type WalletEntry } from './parse-list.js';
import { mergeWallets, orderWallets, withUnlisted } from './sheet-wallets.js';

/** The downloads of this page, one per list of sources. All widgets share them. */
const downloads = new Map<string, Promise<WalletEntry[]>>();

function entriesOf(source: string | undefined): Promise<WalletEntry[]> {
  const sources = source ? [source, PUBLIC_LIST] : [PUBLIC_LIST];
  const key = sources.join(' ');
  const known = downloads.get(key);
  if (known) return known;
  const forget = (): void => void downloads.delete(key);
  const download = loadEntries(sources).then(({ entries, builtIn }) => {
    // The built-in list is only a fallback. The next call tries the network again.
    if (builtIn) forget();
    return entries;
  });
  downloads.set(key, download);
  download.catch(forget);
  return download;
}

export const listEntries = ({ settings }: ConnectionContext): Promise<WalletEntry[]> =>
  entriesOf(settings.walletsListSource);

/**
 * Loads the published list and sets it in the store. A custom connector returns its own list. Called at each
 * opening, because extensions may have been added since.
 */
export async function listWallets(internals: ConnectionContext): Promise<WalletInfo[]> {
  const { settings, store, storage } = internals;
  try {
    const listed = withUnlisted(
      settings.connector
        ? usableWallets(await settings.connector.getWallets(), 'connector.getWallets()')
        : (await listEntries(internals)).map(toWalletInfo),
    );
    store.set({ listed, listFault: false, preferredWallet: preferredWallet(storage) });
    return listed;
  } catch (error) {
    store.set({ listFault: true });
    throw error;
  }
}

export async function publicWallets(): Promise<WalletInfo[]> {
  return (await entriesOf(undefined)).map(toWalletInfo);
}

/** Returns the widget's wallets in the order of the sheet. */
export async function orderedWallets(internals: ConnectionContext): Promise<WalletInfo[]> {
  const listed = await listWallets(internals);
  const { includeWallets, preferredWallet } = internals.store.get();
  return orderWallets(mergeWallets(listed, includeWallets), preferredWallet);
}

/** URL of the public list, which the TON ecosystem maintains. */
export const PUBLIC_LIST = 'https://config.ton.org/wallets-v2.json';

/** Timeout of one source, ms. After it, the next source is tried. */
const SOURCE_TIMEOUT_MS = 4000;

/**
 * Loads the list from the first source with at least one usable wallet: `sources` in their order, then the
 * SDK's built-in list, which needs no network.
 */
export async function loadEntries(
  sources: readonly string[],
): Promise<{ entries: WalletEntry[]; builtIn?: true }> {
  for (const source of sources) {
    const entries = await fetchEntries(source).catch(() => []);
    if (entries.length > 0) return { entries };
  }
  return { entries: await builtInEntries(), builtIn: true };
}

async function fetchEntries(source: string): Promise<WalletEntry[]> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), SOURCE_TIMEOUT_MS);
  try {
    const response = await fetch(source, { signal: abort.signal });
    return response.ok ? parseEntries(await response.json(), source) : [];
  } finally {
    clearTimeout(timer);
  }
}

async function builtInEntries(): Promise<WalletEntry[]> {
  const { getBuiltInWallets } = await loadSdk();
  return parseEntries(await getBuiltInWallets());
}
