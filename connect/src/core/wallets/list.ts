import type { WalletInfo } from '@prichal/sdk';
import { preferredWallet } from '../connection/session.js';
import type { ConnectionContext } from '../internals.js';
import { loadSdk } from '../loading/load-sdk.js';
import { parseEntries, toWalletInfo, usableWallets, type WalletEntry } from './parse-list.js';
import { mergeWallets, orderWallets, withUnlisted } from './sheet-wallets.js';

/** One download a page and source, shared by every widget on it. */
const downloads = new Map<string, Promise<WalletEntry[]>>();

function entriesOf(source: string | undefined): Promise<WalletEntry[]> {
  const sources = source ? [source, PUBLIC_LIST] : [PUBLIC_LIST];
  const key = sources.join(' ');
  const known = downloads.get(key);
  if (known) return known;
  const forget = (): void => void downloads.delete(key);
  const download = loadEntries(sources).then(({ entries, builtIn }) => {
    // The built-in list is only a fallback: the next caller tries the network again.
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
 * The published list, into the store as well. A connector of the caller's own answers for itself.
 * Called at each opening: extensions may have arrived since the last.
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

/** The widget's wallets, as the sheet shows them. */
export async function orderedWallets(internals: ConnectionContext): Promise<WalletInfo[]> {
  const listed = await listWallets(internals);
  const { includeWallets, preferredWallet } = internals.store.get();
  return orderWallets(mergeWallets(listed, includeWallets), preferredWallet);
}

/** The list that the TON ecosystem maintains. */
export const PUBLIC_LIST = 'https://config.ton.org/wallets-v2.json';

/** Longest wait for one source, ms: the next one is asked then. */
const SOURCE_TIMEOUT_MS = 4000;

/**
 * The first source that answers with at least one usable wallet: `sources` in their order, then the
 * list that is built into the SDK, which needs no network.
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
