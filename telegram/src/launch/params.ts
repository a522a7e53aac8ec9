import { head } from '../host/head.js';
import type { LaunchParams } from './parse.js';

/** The parameters of this launch, read once per page. Null: Telegram did not open this page. */
export function launchParams(): LaunchParams | null {
  return head().launch;
}

/**
 * Whether a Telegram client has this page open. Launch parameters are not enough: a link with them can
 * be opened in any browser.
 */
export function isTelegram(): boolean {
  return head().kind !== 'none';
}

/**
 * The launch parameters as a hash (`#tgWebApp…`), or an empty string. Put it behind every address
 * that the app navigates to, and a reload keeps them with no storage at all.
 */
export function launchHash(): string {
  const query = head().launch?.query;
  return query ? `#${query}` : '';
}
