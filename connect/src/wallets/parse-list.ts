import type { WalletInfo } from '@prichal/sdk';
import { injectedBridge } from '../device/injected-wallets.js';
import { defined } from '../types/objects.js';

/** What the API says of an extension: whether it is on this page, and whether the page is open in it. */
export function injectedState(key: string): { injected: boolean; embedded: boolean } {
  const bridge = injectedBridge(key);
  return { injected: bridge !== null, embedded: bridge?.isWalletBrowser === true };
}

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

/**
 * A list comes from strangers: only addresses that are safe to open or to show are taken from it.
 */
const WEB = /^https?:\/\/[^/]/i;
/** A wallet's own scheme. Schemes that run code in this page are refused. */
const APP = /^(?!javascript:|data:|blob:|vbscript:)[a-z][a-z0-9+.-]*:/i;

const text = (value: unknown, pattern = /./s): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads a list entry by entry: one that makes no sense is left out, the others stay. */
export function parseEntries(list: unknown): WalletEntry[] {
  if (!Array.isArray(list)) throw new TypeError('A wallets list must be a JSON array.');
  return list.flatMap(parseEntry);
}

function parseEntry(entry: unknown): WalletEntry[] {
  // `Object` of anything that is no object has none of the fields.
  const raw = Object(entry);
  const universal_url = text(raw.universal_url, WEB);
  const bridge = array(raw.bridge).flatMap((one) => {
    const { type, url, key } = Object(one);
    if (type === 'sse' && universal_url && text(url, WEB)) return { type, url };
    return type === 'js' && text(key) ? { type, key } : [];
  });
  if (!text(raw.name) || !text(raw.app_name) || bridge.length === 0) return [];
  const read = {
    name: raw.name,
    app_name: raw.app_name,
    image: text(raw.image, WEB) ?? '',
    about_url: text(raw.about_url, WEB) ?? '',
    tondns: text(raw.tondns),
    universal_url,
    deepLink: text(raw.deepLink, APP),
    platforms: array(raw.platforms).filter((platform) => text(platform)),
    features:
      raw.features && array(raw.features).filter((one) => text(one) ?? text(Object(one).name)),
    bridge,
  };
  return [defined(read) as WalletEntry];
}

/** An entry as the API shows it. Whether an extension is here is looked up now. */
export function toWalletInfo(entry: WalletEntry): WalletInfo {
  const { name, app_name, image, about_url, tondns, platforms, features } = entry;
  const wallet = { name, appName: app_name, imageUrl: image, aboutUrl: about_url };
  const ways = entry.bridge.map((bridge) =>
    bridge.type === 'sse'
      ? { bridgeUrl: bridge.url, universalLink: entry.universal_url, deepLink: entry.deepLink }
      : { jsBridgeKey: bridge.key, ...injectedState(bridge.key) },
  );
  return defined(
    Object.assign(wallet, { tondns, platforms, features }, ...ways),
  ) as unknown as WalletInfo;
}
