import type { DevWallet } from './dev-wallet.ts';
import type { InjectedBridge } from './injected/injected.ts';

export type { InjectedBridge, WalletInfo } from './injected/injected.ts';

/** Injected wallets of a window, by key. */
type Place = Record<string, { tonconnect: InjectedBridge } | undefined>;

/**
 * Injects the wallet into a window as a browser extension does: into your own page, or into jsdom.
 * Apps find it at `window[key].tonconnect`. Call it before the app's TON Connect starts. Returns a
 * function that removes it.
 */
export function injectWallet(
  wallet: DevWallet,
  place: { location: { origin: string } } = window,
): () => void {
  const { bridge, dispose } = wallet.bridgeFor(place.location.origin);
  const key = wallet.identity.jsBridgeKey;
  (place as unknown as Place)[key] = { tonconnect: bridge };
  return () => {
    delete (place as unknown as Place)[key];
    dispose();
  };
}
