import { isObject } from '../device/storage.js';

type InjectedBridge = { isWalletBrowser?: boolean; walletInfo?: unknown };

/** `window[key].tonconnect`, when a wallet's extension or browser has put it there. */
export function injectedBridge(key: string): InjectedBridge | null {
  try {
    const holder: unknown = (window as unknown as Record<string, unknown>)[key];
    return isObject(holder) && isObject(holder.tonconnect) ? holder.tonconnect : null;
  } catch {
    return null;
  }
}

/**
 * The key of the wallet in whose own browser this page is open. Only plain data properties are
 * looked at: reading some of `window`'s getters has side effects.
 */
export function embeddedKey(): string | null {
  if (typeof window === 'undefined') return null;
  for (const key of Object.keys(window)) {
    const property = Object.getOwnPropertyDescriptor(window, key);
    if (!property || !('value' in property) || !isObject(property.value)) continue;
    if (injectedBridge(key)?.isWalletBrowser === true) return key;
  }
  return null;
}
