import type { WalletInfo } from '@prichal/sdk';
import { injectedBridge } from '../device/injected-wallets.js';
import { defined } from '../objects.js';

/** Returns whether a wallet's extension is on this page, and whether the page is in its in-app browser. */
export function injectedState(key: string): { injected: boolean; embedded: boolean } {
  const bridge = injectedBridge(key);
  return { injected: bridge !== null, embedded: bridge?.isWalletBrowser === true };
}

/** One entry of a published wallets list, without invalid fields. */
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

/** URLs that are safe to open or to show. A list is untrusted input. */
const WEB = /^https?:\/\/[^/]/i;
/** URLs with a wallet's own scheme. Excludes schemes that run code in this page. */
const APP = /^(?!javascript:|data:|blob:|vbscript:)[a-z][a-z0-9+.-]*:/i;

const text = (value: unknown, pattern = /./s): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isUrl = (value: unknown, pattern?: RegExp): boolean => {
  try {
    return Boolean(text(value, pattern) && new URL(String(value)));
  } catch {
    return false;
  }
};

const isFeature = (one: unknown): boolean => {
  const { name, types } = Object(one);
  return Boolean(text(one) ?? (text(name) && (name !== 'SignData' || Array.isArray(types))));
};

/**
 * Returns the usable wallets of `wallets`, and warns about each of the others.
 *
 * @param source Origin of the wallets, for the warnings.
 */
export function usableWallets<T>(wallets: readonly T[], source: string): T[] {
  return array(wallets).filter((wallet, index) => {
    const fault = faultOf(wallet);
    if (fault) skip(source, index, wallet, fault);
    return !fault;
  }) as T[];
}

function faultOf(wallet: unknown): string | undefined {
  // `Object` of a value that is not an object has none of the fields.
  const { name, appName, platforms, features, bridgeUrl, universalLink, jsBridgeKey } =
    Object(wallet);
  const remote = bridgeUrl !== undefined;
  return firstFault({
    name: text(name),
    appName: text(appName),
    platforms: Array.isArray(platforms),
    features: !features || (Array.isArray(features) && features.every(isFeature)),
    bridgeUrl: remote ? isUrl(bridgeUrl, WEB) : text(jsBridgeKey),
    universalLink: universalLink === undefined || isUrl(universalLink),
  });
}

/** Returns the name of the first field that is not valid. */
const firstFault = (fields: Record<string, unknown>): string | undefined =>
  Object.keys(fields).find((field) => !fields[field]);

const skip = (source: string, index: number, wallet: unknown, fault: string): void =>
  warnOnce(
    `Prichal: skipped wallet ${index} "${Object(wallet).name}" of ${source}: invalid ${fault}`,
  );

/**
 * Reads a list entry by entry, and skips those without a name or a usable bridge.
 *
 * @param source Origin of the list, for a warning about each skipped entry. No warnings without it.
 */
export function parseEntries(list: unknown, source?: string): WalletEntry[] {
  if (!Array.isArray(list)) throw new TypeError('A wallets list must be a JSON array.');
  return list.flatMap((entry, index) => parseEntry(entry, index, source));
}

function parseEntry(entry: unknown, index: number, source: string | undefined): WalletEntry[] {
  const raw = Object(entry);
  const universal_url = text(raw.universal_url, WEB);
  const bridge = array(raw.bridge).flatMap((one) => {
    const { type, url, key } = Object(one);
    if (type === 'sse' && isUrl(universal_url) && isUrl(url, WEB)) return { type, url };
    return type === 'js' && text(key) ? { type, key } : [];
  });
  const { name, app_name } = raw;
  const fault = firstFault({ name: text(name), app_name: text(app_name), bridge: bridge[0] });
  if (fault) {
    if (source) skip(source, index, entry, fault);
    return [];
  }
  const read = {
    name,
    app_name,
    image: text(raw.image, WEB) ?? '',
    about_url: text(raw.about_url, WEB) ?? '',
    tondns: text(raw.tondns),
    universal_url,
    deepLink: text(raw.deepLink, APP),
    platforms: array(raw.platforms).filter((platform) => text(platform)),
    features: raw.features && array(raw.features).filter(isFeature),
    bridge,
  };
  return [defined(read) as WalletEntry];
}

/** Converts an entry to the API's format. Looks up whether its extension is on this page. */
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

const shown = new Set<string>();

/** Writes a warning to the console, once on a page. */
export function warnOnce(message: string): void {
  if (shown.has(message)) return;
  shown.add(message);
  // biome-ignore lint/suspicious/noConsole: shows the app's developer that a wallet is skipped
  console.warn(message);
}
