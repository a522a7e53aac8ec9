import type { WalletInfo } from '@tonconnect/sdk';
import { preferredWallet } from '../connection/known-wallet.js';
import type { Core } from '../controller/core.js';
import { loadEntries, PUBLIC_LIST } from './load.js';
import { mergeWallets } from './merge.js';
import { orderWallets } from './order.js';
import { toWalletInfo, type WalletEntry } from './parse.js';

/** One download a page and source, shared by every widget on it. */
const downloads = new Map<string, Promise<WalletEntry[]>>();

function entriesOf(source: string | undefined): Promise<WalletEntry[]> {
  const sources = source ? [source, PUBLIC_LIST] : [PUBLIC_LIST];
  const key = sources.join(' ');
  const known = downloads.get(key);
  if (known) return known;
  const download = loadEntries(sources);
  downloads.set(key, download);
  download.catch(() => downloads.delete(key));
  return download;
}

export const listEntries = ({ settings }: Core): Promise<WalletEntry[]> =>
  entriesOf(settings.walletsListSource);

/**
 * The published list, into the store as well. A connector of the caller's own answers for itself.
 * Called at each opening: extensions may have arrived since the last.
 */
export async function listWallets(core: Core): Promise<WalletInfo[]> {
  const { connector } = core.settings;
  const listed = connector
    ? await connector.getWallets()
    : (await listEntries(core)).map(toWalletInfo);
  core.store.set({ listed, preferredWallet: preferredWallet(core.storage) });
  return listed;
}

export async function publicWallets(): Promise<WalletInfo[]> {
  return (await entriesOf(undefined)).map(toWalletInfo);
}

/** The widget's wallets, as the sheet shows them. */
export async function orderedWallets(core: Core): Promise<WalletInfo[]> {
  const listed = await listWallets(core);
  const { includeWallets, preferredWallet } = core.store.get();
  return orderWallets(mergeWallets(listed, includeWallets), preferredWallet);
}
