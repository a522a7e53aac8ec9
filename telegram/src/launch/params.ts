import { head } from '../host/head.js';
import type { LaunchParams } from './parse.js';

/** Returns the parameters of this launch, read once per page. Null if Telegram did not open the page. */
export function launchParams(): LaunchParams | null {
  return head().launch;
}

/**
 * Returns whether the page is open in a Telegram client. Launch parameters are not enough: a link with them
 * can be opened in any browser.
 */
export function isTelegram(): boolean {
  return head().kind !== 'none';
}

/**
 * Returns the launch parameters as a hash (`#tgWebApp…`). Empty if there are none. Add it to every address
 * that the app navigates to, so that a reload keeps the parameters without storage.
 */
export function launchHash(): string {
  const query = head().launch?.query;
  return query ? `#${query}` : '';
}
