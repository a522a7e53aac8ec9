import type { WalletInfoRemote } from '@prichal/sdk';
import { type Browser, type Environment, isPhoneOs } from './device/environment.js';
import type { ActionConfiguration } from './options.js';
import { encodeTelegramUrlParameters, isTelegramUrl } from './telegram-url.js';

/** Where the wallet sends the user after a request: `back`, `none` or a URL. */
export type ReturnTarget = string;

/** Returns the query of `tc://?v=2&id=…&r=…`, percent-encoded (wallets read `+` as a plus). */
const queryOf = (link: string): string => link.slice(link.indexOf('?') + 1).replaceAll('+', '%20');

const withReturn = (query: string, ret: ReturnTarget): string =>
  `${query}&ret=${encodeURIComponent(ret)}`;

/** Returns the link that every wallet can scan or paste. */
export const anyWalletLink = (tcLink: string, ret: ReturnTarget): string =>
  `tc://?${withReturn(queryOf(tcLink), ret)}`;

/** Returns the link that opens one wallet: its app, its Telegram mini app or its site. */
export function universalLink(wallet: WalletInfoRemote, tcLink: string, ret: ReturnTarget): string {
  return linkWith(wallet.universalLink, withReturn(queryOf(tcLink), ret));
}

/** Adds `query` to a wallet's universal link. */
export const linkWith = (base: string, query: string): string =>
  isTelegramUrl(base) ? telegramLink(base, query) : join(base, query);

/** Returns the link in the wallet's own scheme. Null if it has none. */
export function deepLink(
  wallet: WalletInfoRemote,
  tcLink: string,
  ret: ReturnTarget,
): string | null {
  return wallet.deepLink ? join(wallet.deepLink, withReturn(queryOf(tcLink), ret)) : null;
}

function join(base: string, query: string): string {
  const [address = '', fragment] = base.split('#', 2);
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${joint}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** `t.me/<bot>?attach=wallet` is the old form of `t.me/<bot>/start`. */
function telegramLink(base: string, query: string): string {
  const url = new URL(base);
  if (url.searchParams.has('attach')) {
    url.searchParams.delete('attach');
    url.pathname += '/start';
  }
  url.searchParams.set('startapp', `tonconnect-${encodeTelegramUrlParameters(query)}`);
  return url.toString();
}

/** The app's options for the return from the wallet. */
export type ReturnWish = {
  returnStrategy?: ActionConfiguration['returnStrategy'] | undefined;
  twaReturnUrl?: ActionConfiguration['twaReturnUrl'] | undefined;
};

const NATIVE_TELEGRAM = ['ios', 'android', 'android_x', 'macos', 'tdesktop', 'unigram'];

const BROWSER_SCHEMES: Partial<Record<Browser, string>> = {
  chrome: 'googlechrome://',
  firefox: 'firefox://',
  opera: 'opera-http://',
};

/**
 * Returns where the wallet sends the user after a request. For 'back', the wallet must open this tab of
 * this browser, or Telegram. Wallets inside Telegram return by themselves.
 */
export function returnTarget(
  { returnStrategy = 'back', twaReturnUrl }: ReturnWish,
  environment: Environment,
  isTelegramLink: boolean,
): ReturnTarget {
  if (environment.telegram !== null && twaReturnUrl) return twaReturnUrl;
  if (returnStrategy !== 'back') return returnStrategy;
  if (environment.telegram !== null) {
    if (isTelegramLink) return 'back';
    return NATIVE_TELEGRAM.includes(environment.telegram)
      ? 'tg://resolve'
      : browserReturn(environment);
  }
  if (isTelegramLink) {
    return environment.os === 'ios' && environment.browser !== 'safari'
      ? browserReturn(environment)
      : 'back';
  }
  return browserReturn(environment);
}

/** Returns the link back to this browser. Safari needs none, and a computer keeps the tab open. */
function browserReturn({ os, browser, address }: Environment): ReturnTarget {
  if (!isPhoneOs(os)) return 'none';
  const scheme = BROWSER_SCHEMES[browser];
  if (scheme) return scheme;
  return browser === 'safari' ? 'none' : address;
}
