import type { Browser, Environment } from '../device/environment.js';
import { isPhoneOs } from '../device/environment.js';
import type { ActionConfiguration } from '../types/options.js';
import type { ReturnTarget } from './wallet-links.js';

/** The app's options for the way back. */
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
 * Where the wallet sends the visitor afterwards. 'back' depends on what the wallet has to bring
 * back: this tab of this browser, or Telegram. Wallets inside Telegram find the way back
 * themselves.
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

/** Safari comes back by itself, and on a computer the tab was never left. */
function browserReturn({ os, browser, address }: Environment): ReturnTarget {
  if (!isPhoneOs(os)) return 'none';
  const scheme = BROWSER_SCHEMES[browser];
  if (scheme) return scheme;
  return browser === 'safari' ? 'none' : address;
}
