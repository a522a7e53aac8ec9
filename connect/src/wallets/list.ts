import type { WalletInfo } from '@prichal/sdk';
import { preferredWallet } from '../storage/known-wallet.js';
import type { ConnectionContext } from '../types/internals.js';
import { loadEntries, PUBLIC_LIST } from './load-list.js';
import { mergeWallets, withUnlisted } from './merge-wallets.js';
import { orderWallets } from './order-wallets.js';
import { toWalletInfo, usableWallets, type WalletEntry } from './parse-list.js';

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
