import { hasHost } from '../host/has-host.js';
import type { HeadWindow } from '../host/head.js';
import { watchProxy } from '../host/watch-proxy.js';
import { readJson } from './attempt.js';
import { findLaunchQuery } from './session.js';

// Runs at import, before the app's own SDK sends anything, so that its settings can be restored later.
// package.json names this module in `sideEffects`. An inline head already watches the client.
if (typeof window !== 'undefined' && !(window as HeadWindow).prichal) watchProxy();

/**
 * Returns the user who opened the app, on a page without a head. Does not create a head. Any link can contain
 * launch parameters, so there must also be a client that could have opened the page.
 */
export function findUser(): unknown {
  if (!hasHost(findLaunchQuery)) return null;
  const initDataRaw = new URLSearchParams(findLaunchQuery()).get('tgWebAppData');
  return readJson(new URLSearchParams(initDataRaw ?? '').get('user'));
}
