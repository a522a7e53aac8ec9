import { isObject } from '../device/storage.js';

/** Longest wait for an extension that puts itself on the page late, ms. */
const LATE_EXTENSION_MS = 1000;
const POLL_MS = 50;

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

/** Waits for a late extension, 1 s at most. */
export function extensionArrives(key: string, deadline = LATE_EXTENSION_MS): Promise<boolean> {
  if (injectedBridge(key)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const started = Date.now();
    const timer = setInterval(() => {
      const present = injectedBridge(key) !== null;
      if (!present && Date.now() - started < deadline) return;
      clearInterval(timer);
      resolve(present);
    }, POLL_MS);
  });
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
