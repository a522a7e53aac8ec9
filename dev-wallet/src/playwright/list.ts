import type { ListEntry } from '../dev-wallet.ts';

/** How apps reach a wallet. */
export type Reach = 'extension' | 'link' | 'both';

const BROWSERS = ['chrome', 'firefox', 'safari'];

/**
 * Returns the wallet's entry with only this way to connect: widgets offer every way that an entry
 * has.
 */
export function entryFor(entry: ListEntry, reach: Reach): ListEntry {
  if (reach === 'both') return entry;
  const { universal_url: link, bridge, platforms, ...rest } = entry;
  const byLink = reach === 'link';
  return {
    ...rest,
    ...(byLink && link ? { universal_url: link } : {}),
    bridge: bridge.filter(({ type }) => byLink === (type === 'sse')),
    platforms: platforms.filter((platform) => byLink !== BROWSERS.includes(platform)),
  };
}

/** Returns the wallets of a list, all on the bridge of the one wallet that answers for them. */
export function onOneBridge(list: unknown, url: string): unknown[] {
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || !('universal_url' in entry)) return [];
    return [{ ...entry, bridge: [{ type: 'sse', url }] }];
  });
}
