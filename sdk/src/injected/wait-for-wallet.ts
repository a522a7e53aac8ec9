import { findInjectedWallet } from '../wallets/find-wallets.js';

/** How long a stored connection waits for its wallet to appear on the page, in ms. */
const LONGEST_WAIT_MS = 3000;

/** Time between two looks at `window`, in ms. Wallets do not announce themselves. */
const INTERVAL_MS = 50;

/**
 * Resolves when the wallet is injected into this page, at the latest after 3 s. Extensions can inject
 * their wallet after the page's own scripts have run.
 */
export async function waitForWallet(key: string): Promise<void> {
  const end = Date.now() + LONGEST_WAIT_MS;
  while (typeof window !== 'undefined' && !findInjectedWallet(key) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
