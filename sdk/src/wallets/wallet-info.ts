import { FetchWalletsError } from '../errors/index.js';
import type {
  WalletInfo,
  WalletInfoCurrentlyEmbedded,
  WalletInfoCurrentlyInjected,
  WalletInfoDTO,
  WalletInfoInjectable,
  WalletInfoInjected,
  WalletInfoRemote,
} from '../types/wallet-info.js';
import { log } from '../validation/problems.js';
import { isText } from '../validation/values.js';
import { isInsideWalletBrowser, isWalletInjected } from './find-wallets.js';

/** Whether the wallet is reached over a bridge. */
export const isWalletInfoRemote = (value: WalletInfo): value is WalletInfoRemote =>
  'bridgeUrl' in value;

/** Whether the wallet can inject itself into pages. It may be absent from this one. */
export const isWalletInfoInjectable = (value: WalletInfo): value is WalletInfoInjectable =>
  'jsBridgeKey' in value;

/** Whether the wallet is injected into this page. */
export const isWalletInfoCurrentlyInjected = (
  value: WalletInfo,
): value is WalletInfoCurrentlyInjected => isWalletInfoInjectable(value) && value.injected;

/** Whether this page is open in the browser of the wallet. */
export const isWalletInfoCurrentlyEmbedded = (
  value: WalletInfo,
): value is WalletInfoCurrentlyEmbedded => isWalletInfoCurrentlyInjected(value) && value.embedded;

/** @deprecated Use `isWalletInfoInjectable` or `isWalletInfoCurrentlyInjected`. */
export const isWalletInfoInjected = (value: WalletInfo): value is WalletInfoInjected =>
  'jsBridgeKey' in value;

type Fields = Record<string, unknown>;

/** Whether `value` is a URL that neither runs code nor carries data. */
function isUrl(value: unknown, isHttp = false): boolean {
  try {
    const { protocol } = new URL(String(value));
    return isHttp
      ? /^https?:$/.test(protocol)
      : !/^(javascript|data|blob|vbscript|about):$/.test(protocol);
  } catch {
    return false;
  }
}

/**
 * Returns the well-formed entries of a wallets list. Warns once about the others.
 * @throws FetchWalletsError if the list is not an array.
 */
export function parseList(list: unknown): WalletInfoDTO[] {
  if (!Array.isArray(list)) {
    throw new FetchWalletsError('Wrong wallets list format, wallets list must be an array.');
  }
  const skipped: string[] = [];
  const entries = list.filter((entry, index): entry is WalletInfoDTO => {
    const problem = entryProblem(entry);
    if (problem) skipped.push(`${nameOf(entry) ?? `#${index}`} (${problem})`);
    return !problem;
  });
  if (skipped.length) {
    log('warn', `[Prichal] wallets list: skipped malformed entries: ${skipped.join(', ')}`);
  }
  return entries;
}

const nameOf = (entry: unknown): string | undefined => {
  const { name } = Object(entry) as Fields;
  return isText(name) ? JSON.stringify(name) : undefined;
};

/** Returns the problem with an entry. Undefined if it is well-formed. */
export function entryProblem(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'not an object';
  const { bridge, platforms, features, universal_url, deepLink, ...rest } = entry as Fields;
  const missing =
    ['name', 'app_name'].find((key) => !isText(rest[key])) ??
    ['image', 'about_url'].find((key) => typeof rest[key] !== 'string');
  if (missing) return `no ${missing}`;
  if (!Array.isArray(platforms) || !platforms.length) return 'no platforms';
  if (features !== undefined && !Array.isArray(features)) return 'features is not an array';
  if (deepLink && !isUrl(deepLink)) return 'deepLink is not a URL';
  if (!Array.isArray(bridge) || !bridge.length) return 'no bridge';
  for (const item of bridge as unknown[]) {
    const { type, url, key } = Object(item) as Fields;
    if (!isText(type)) return 'bridge without a type';
    if (type === 'js' && !isText(key)) return 'bridge without a key';
    if (type === 'sse' && !isUrl(url, true)) return 'bridge url is not an HTTP URL';
    if (type === 'sse' && !isUrl(universal_url)) return 'universal_url is not a URL';
  }
  return undefined;
}

/** Returns an entry in the form of the API. Checks now whether the wallet is injected. */
export function toWalletInfo(entry: WalletInfoDTO): WalletInfo {
  const { name, app_name, image, about_url, tondns, platforms, features } = entry;
  const info = { name, appName: app_name, imageUrl: image, aboutUrl: about_url };
  const ways = entry.bridge.map((bridge) => {
    if (bridge.type === 'sse') {
      const { universal_url: universalLink, deepLink } = entry;
      return { bridgeUrl: bridge.url, universalLink, deepLink };
    }
    const { key } = bridge;
    return bridge.type === 'js'
      ? { jsBridgeKey: key, injected: isWalletInjected(key), embedded: isInsideWalletBrowser(key) }
      : {};
  });
  return Object.assign(info, { tondns, platforms, features }, ...ways) as WalletInfo;
}
