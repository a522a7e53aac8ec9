import type { DevWallet } from './dev-wallet.ts';
import type { InjectedBridge } from './injected/injected.ts';

export type { InjectedBridge, WalletInfo } from './injected/injected.ts';

/** What a window has of an injected wallet, below its key. */
type Place = Record<string, { tonconnect: InjectedBridge } | undefined>;

/**
 * Puts the wallet into a window as a browser extension does, where apps find it by `window[key].tonconnect`:
 * in a page of your own, or in jsdom. Do it before the app's TON Connect starts. Gives what takes it away.
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
