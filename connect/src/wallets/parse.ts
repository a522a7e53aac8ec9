import type { WalletInfo } from '@tonconnect/sdk';
import { injectedBridge } from '../connection/injected.js';
import { isObject } from '../device/storage.js';

/** One entry of a published wallets list, as far as it could be read. */
export type WalletEntry = {
  name: string;
  app_name: string;
  image: string;
  about_url: string;
  tondns?: string;
  universal_url?: string;
  deepLink?: string;
  platforms: WalletInfo['platforms'];
  features?: NonNullable<WalletInfo['features']>;
  bridge: ({ type: 'sse'; url: string } | { type: 'js'; key: string })[];
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A list is a stranger's: only addresses that are safe to open or to show are taken from it. */
const webUrl = (value: unknown): string | undefined => {
  const url = text(value);
  return url && /^https?:\/\/[^/]/i.test(url) ? url : undefined;
};

/** A wallet's own scheme. Schemes that run something in this page are nobody's. */
const appUrl = (value: unknown): string | undefined => {
  const url = text(value);
  return url && /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^(javascript|data|blob|vbscript):/i.test(url)
    ? url
    : undefined;
};

/** Reads a list entry by entry: one that makes no sense is left out, the others stay. */
export function parseEntries(list: unknown): WalletEntry[] {
  if (!Array.isArray(list)) throw new TypeError('A wallets list must be a JSON array.');
  return list.map(parseEntry).filter((entry) => entry !== null);
}

function parseEntry(raw: unknown): WalletEntry | null {
  if (!isObject(raw)) return null;
  const name = text(raw.name);
  const app_name = text(raw.app_name);
  if (!name || !app_name) return null;
  const universal_url = webUrl(raw.universal_url);
  const bridge = (Array.isArray(raw.bridge) ? raw.bridge : [])
    .map((one) => parseBridge(one, universal_url !== undefined))
    .filter((one) => one !== null);
  if (bridge.length === 0) return null;
  const entry: WalletEntry = {
    name,
    app_name,
    image: webUrl(raw.image) ?? '',
    about_url: webUrl(raw.about_url) ?? '',
    platforms: (Array.isArray(raw.platforms)
      ? raw.platforms.filter(text)
      : []) as WalletInfo['platforms'],
    bridge,
  };
  const tondns = text(raw.tondns);
  const deepLink = appUrl(raw.deepLink);
  if (tondns) entry.tondns = tondns;
  if (universal_url) entry.universal_url = universal_url;
  if (deepLink) entry.deepLink = deepLink;
  if (Array.isArray(raw.features)) {
    entry.features = raw.features.filter(
      (feature) => typeof feature === 'string' || (isObject(feature) && text(feature.name)),
    ) as NonNullable<WalletInfo['features']>;
  }
  return entry;
}

function parseBridge(raw: unknown, hasLink: boolean): WalletEntry['bridge'][number] | null {
  if (!isObject(raw)) return null;
  const url = webUrl(raw.url);
  const key = text(raw.key);
  if (raw.type === 'sse' && url && hasLink) return { type: 'sse', url };
  if (raw.type === 'js' && key) return { type: 'js', key };
  return null;
}

/** An entry as the API shows it. Whether an extension is here is looked up now. */
export function toWalletInfo(entry: WalletEntry): WalletInfo {
  const wallet: Record<string, unknown> = {
    name: entry.name,
    appName: entry.app_name,
    imageUrl: entry.image,
    aboutUrl: entry.about_url,
    platforms: entry.platforms,
  };
  if (entry.tondns) wallet.tondns = entry.tondns;
  if (entry.features) wallet.features = entry.features;
  for (const bridge of entry.bridge) {
    if (bridge.type === 'sse') {
      wallet.bridgeUrl = bridge.url;
      wallet.universalLink = entry.universal_url;
      if (entry.deepLink) wallet.deepLink = entry.deepLink;
    } else {
      const injected = typeof window === 'undefined' ? null : injectedBridge(bridge.key);
      wallet.jsBridgeKey = bridge.key;
      wallet.injected = injected !== null;
      wallet.embedded = injected?.isWalletBrowser === true;
    }
  }
  return wallet as unknown as WalletInfo;
}
