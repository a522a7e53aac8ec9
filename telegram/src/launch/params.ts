import { head } from '#head';
import type { LaunchParams } from './parse.js';

/** The parameters of this launch, read once per page. Null: Telegram did not open this page. */
export function launchParams(): LaunchParams | null {
  return head().launch;
}

/** Whether Telegram opened this page. */
export function isTelegram(): boolean {
  return head().launch !== null;
}

/**
 * The launch parameters as a hash (`#tgWebApp…`), or an empty string. Put it behind every address
 * that the app navigates to, and a reload keeps them with no storage at all.
 */
export function launchHash(): string {
  const query = head().launch?.query;
  return query ? `#${query}` : '';
}
