let enabled = false;

/**
 * Turns validation off until the page is reloaded, so that wallets can be tested with malformed
 * requests: problems are only logged. Lists injected wallets that the wallets list does not have, and
 * shows a banner on the page. Not for production.
 */
export function enableQaMode(): void {
  enabled = true;
  // biome-ignore lint/suspicious/noConsole: this mode must not stay unnoticed.
  console.warn('[Prichal] QA mode is on: requests are not validated. Do not use it in production.');
  if (typeof document === 'undefined') return;
  void import('./banner.js').then(({ showBanner }) => showBanner());
}

/** Whether `enableQaMode` was called on this page. */
export const isQaModeEnabled = (): boolean => enabled;
