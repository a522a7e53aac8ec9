import { isRecord } from './connect-request.ts';
import { decodedTelegramLink } from './links.ts';

/** A wallet of the served list, as the dev wallet plays it when one of its links is opened. */
export type Played = {
  /** `app_name` of the list: an app knows the wallet by it. */
  appName: string;
  name: string;
  /** Most messages of one transaction; 0: the wallet sends none. */
  maxMessages: number;
  extraCurrency: boolean;
  /** Kinds of data it signs; none: it does not sign data. */
  signData: readonly SignDataType[];
  signMessage: boolean;
};

export type SignDataType = 'text' | 'binary' | 'cell';

const TYPES: readonly SignDataType[] = ['text', 'binary', 'cell'];

/** Where a wallet's links lead: `https://host/path`, for a bot `https://t.me/bot`, or a scheme of its own. */
type Door = string;

type Listed = { doors: Door[]; played: Played };

/** The part of a link that says whose it is; null where it says nothing. */
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
 * Whose link this is among the wallets of a list (wallets-v2.json, parsed). Null: nobody's, or the
 * dev wallet's own; `tc://` belongs to any wallet.
 */
export function playedOf(list: unknown, link: string, own: string): Played | null {
  const door = doorOf(link.trim());
  if (door === null || !Array.isArray(list)) return null;
  const listed = (list as unknown[])
    .flatMap(readEntry)
    .find(({ doors, played }) => played.appName !== own && doors.includes(door));
  return listed?.played ?? null;
}
