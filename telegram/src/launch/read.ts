import { type HostKind, isTelegramParent } from '../host/environment.js';
import { isLaunchQuery, type LaunchParams, parseLaunchParams } from './parse.js';
import { launchQueryOf } from './query.js';
import { storedLaunchQuery, storeLaunchQuery } from './session.js';

/** A launch: the parameters as text, to carry along, and what they say. */
export interface Launch {
  readonly query: string;
  readonly params: LaunchParams;
}

/**
 * Finds the launch parameters: in the address, else in session storage. Without any, a channel that
 * only Telegram has still proves a launch: a client can lose them, on a reload behind a redirect.
 * Null: Telegram did not open this page.
 */
export function readLaunch(kind: HostKind): Launch | null {
  const fromUrl = launchQueryOf(location.href);
  if (isLaunchQuery(fromUrl)) storeLaunchQuery(fromUrl);
  const query = isLaunchQuery(fromUrl) ? fromUrl : storedLaunchQuery();
  const proven =
    kind === 'webview' || kind === 'notify' || (kind === 'iframe' && isTelegramParent());
  if (!isLaunchQuery(query) && !proven) return null;
  return { query, params: parseLaunchParams(query) };
}
