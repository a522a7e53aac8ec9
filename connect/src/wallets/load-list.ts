import { loadSdk } from '../loading/load-sdk.js';
import { parseEntries, type WalletEntry } from './parse-list.js';

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
