import { isRecord } from './connect-request.ts';
import { decodedTelegramLink } from './links.ts';

/**
 * A wallet of the served list that the dev wallet plays if one of that wallet's links is opened.
 */
export type Played = {
  /** `app_name` of the list, by which apps identify the wallet. */
  appName: string;
  name: string;
  /** Maximum number of messages in a transaction. 0 if the wallet sends none. */
  maxMessages: number;
  extraCurrency: boolean;
  /** Kinds of data that it signs. Empty if it does not sign data. */
  signData: readonly SignDataType[];
  signMessage: boolean;
};

export type SignDataType = 'text' | 'binary' | 'cell';

const TYPES: readonly SignDataType[] = ['text', 'binary', 'cell'];

/**
 * Beginning of a wallet's links: `https://host/path`, `https://t.me/bot` for a bot, or the wallet's
 * own scheme.
 */
type Door = string;

type Listed = { doors: Door[]; played: Played };

/** Returns the beginning of a link that identifies the wallet. Null if the link has none. */
function doorOf(link: string): Door | null {
  if (!URL.canParse(link)) return null;
  const { protocol, host, pathname } = new URL(decodedTelegramLink(link));
  if (!/^https?:$/.test(protocol)) return protocol;
  if (host === 't.me') return `https://t.me/${pathname.split('/')[1]?.toLowerCase()}`;
  return `https://${host}${pathname.replace(/\/$/, '')}`;
}

function featuresOf(value: unknown): Omit<Played, 'appName' | 'name'> {
  const found = {
    maxMessages: 0,
    extraCurrency: false,
    signData: [] as SignDataType[],
    signMessage: false,
  };
  for (const feature of Array.isArray(value) ? (value as unknown[]) : []) {
    if (!isRecord(feature)) continue;
    if (feature.name === 'SendTransaction') {
      found.maxMessages = typeof feature.maxMessages === 'number' ? feature.maxMessages : 4;
      found.extraCurrency = feature.extraCurrencySupported === true;
    }
    if (feature.name === 'SignMessage') found.signMessage = true;
    if (feature.name === 'SignData' && Array.isArray(feature.types)) {
      const types = feature.types as unknown[];
      found.signData = TYPES.filter((type) => types.includes(type));
    }
  }
  return found;
}

function readEntry(entry: unknown): Listed[] {
  if (!isRecord(entry)) return [];
  const { app_name: appName, name, universal_url: universal, deepLink, features } = entry;
  if (typeof appName !== 'string' || typeof name !== 'string') return [];
  const doors = [universal, deepLink].flatMap((link) =>
    typeof link === 'string' ? (doorOf(link) ?? []) : [],
  );
  return [{ doors, played: { appName, name, ...featuresOf(features) } }];
}

/**
 * Finds the wallet of a link in a wallets list (wallets-v2.json, parsed). Null if no wallet
 * matches, or for the dev wallet's own links; `tc://` belongs to every wallet.
 */
export function playedOf(list: unknown, link: string, own: string): Played | null {
  const door = doorOf(link.trim());
  if (door === null || !Array.isArray(list)) return null;
  const listed = (list as unknown[])
    .flatMap(readEntry)
    .find(({ doors, played }) => played.appName !== own && doors.includes(door));
  return listed?.played ?? null;
}
