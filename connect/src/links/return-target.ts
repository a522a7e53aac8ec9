import type { Browser, Environment } from '../device/environment.js';
import { isPhoneOs } from '../device/environment.js';
import type { ActionConfiguration } from '../types/options.js';
import type { ReturnTarget } from './wallet-links.js';

/** What the app asks for, as far as it concerns coming back. */
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
 * What 'back' means to a wallet depends on what it has to bring back: this tab of this browser, or
 * Telegram. Wallets inside Telegram know the way themselves.
 */
export function returnTarget(
  { returnStrategy = 'back', twaReturnUrl }: ReturnWish,
  place: Environment,
  isTelegramLink: boolean,
): ReturnTarget {
  if (place.telegram !== null && twaReturnUrl) return twaReturnUrl;
  if (returnStrategy !== 'back') return returnStrategy;
  if (place.telegram !== null) {
    if (isTelegramLink) return 'back';
    return NATIVE_TELEGRAM.includes(place.telegram) ? 'tg://resolve' : browserReturn(place);
  }
  if (isTelegramLink) {
    return place.os === 'ios' && place.browser !== 'safari' ? browserReturn(place) : 'back';
  }
  return browserReturn(place);
}

/** Safari comes back by itself; on a desktop the tab never went away. */
function browserReturn({ os, browser, address }: Environment): ReturnTarget {
  if (!isPhoneOs(os)) return 'none';
  const scheme = BROWSER_SCHEMES[browser];
  if (scheme) return scheme;
  return browser === 'safari' ? 'none' : address;
}
