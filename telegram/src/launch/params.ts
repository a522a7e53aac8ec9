import { head, headBase } from '#head';
import type { LaunchClient } from './client.js';
import type { LaunchParams } from './parse.js';

/** The parameters of this launch, read once per page. Null: Telegram did not open this page. */
export function launchParams(): LaunchParams | null {
  return head().params;
}

/** The client that opened this page, for code that wants nothing else of the launch. */
export const launchClient = (): LaunchClient | null => headBase().launch;

/** Whether Telegram opened this page. */
export function isTelegram(): boolean {
  return headBase().launch !== null;
}

/**
 * The launch parameters as a hash (`#tgWebApp…`), or an empty string. Put it behind every address
 * that the app navigates to, and a reload keeps them with no storage at all.
 */
export function launchHash(): string {
  const query = headBase().launch?.query;
  return query ? `#${query}` : '';
}
