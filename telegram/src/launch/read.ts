import { type HostKind, isTelegramParent } from '../host/environment.js';
import { type LaunchClient, launchClientOf } from './client.js';
import { isLaunchQuery } from './query.js';
import { findLaunchQuery } from './session.js';

/** A launch: the parameters as text, to carry along, and what the channel has to know of them. */
export interface Launch extends LaunchClient {
  /** Follows the theme: what is carried along is true of this moment. */
  query: string;
}

/**
 * Finds the launch parameters: in the address, else in session storage. Without any, a channel that
 * only Telegram has still proves a launch: a client can lose them, on a reload behind a redirect.
 * Null: Telegram did not open this page.
 */
export function readLaunch(kind: HostKind): Launch | null {
  const query = findLaunchQuery();
  const proven =
    kind === 'webview' || kind === 'notify' || (kind === 'iframe' && isTelegramParent());
  if (!isLaunchQuery(query) && !proven) return null;
  return { query, ...launchClientOf(query) };
}
