type InjectedBridge = { isWalletBrowser?: boolean; walletInfo?: unknown };

/** `window[key].tonconnect`, when a wallet's extension or browser has put it there. */
export function injectedBridge(key: string): InjectedBridge | null {
  try {
    const { tonconnect } = Object((window as unknown as Record<string, unknown>)[key]);
    return typeof tonconnect === 'object' ? tonconnect : null;
  } catch {
    return null;
  }
}

/**
 * Every wallet on this page, with its key. Only plain data properties are looked at: reading some of
 * `window`'s getters has side effects.
 */
export function injectedBridges(): [key: string, bridge: InjectedBridge][] {
  if (typeof window === 'undefined') return [];
  return Object.keys(window).flatMap((key): [string, InjectedBridge][] => {
    const bridge = Object.getOwnPropertyDescriptor(window, key)?.value && injectedBridge(key);
    return bridge ? [[key, bridge]] : [];
  });
}

/** The key of the wallet in whose own browser this page is open. */
export const embeddedKey = (): string | null =>
  injectedBridges().find(([, bridge]) => bridge.isWalletBrowser === true)?.[0] ?? null;
