type InjectedBridge = { isWalletBrowser?: boolean; walletInfo?: unknown };

/** Returns `window[key].tonconnect` of a wallet's extension or in-app browser. Null if there is none. */
export function injectedBridge(key: string): InjectedBridge | null {
  try {
    const { tonconnect } = Object((window as unknown as Record<string, unknown>)[key]);
    return typeof tonconnect === 'object' ? tonconnect : null;
  } catch {
    return null;
  }
}

/**
 * Returns every wallet on this page, with its key. Reads only data properties, because some getters of
 * `window` have side effects.
 */
export function injectedBridges(): [key: string, bridge: InjectedBridge][] {
  if (typeof window === 'undefined') return [];
  return Object.keys(window).flatMap((key): [string, InjectedBridge][] => {
    const bridge = Object.getOwnPropertyDescriptor(window, key)?.value && injectedBridge(key);
    return bridge ? [[key, bridge]] : [];
  });
}

/** Returns the key of the wallet whose in-app browser shows this page. Null if there is none. */
export const embeddedKey = (): string | null =>
  injectedBridges().find(([, bridge]) => bridge.isWalletBrowser === true)?.[0] ?? null;
