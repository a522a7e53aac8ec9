import { hasHost } from '../host/has-host.js';
import type { HeadWindow } from '../host/head.js';
import { watchProxy } from '../host/watch-proxy.js';
import { readJson } from './attempt.js';
import { findLaunchQuery } from './session.js';

const isPage = typeof window !== 'undefined';

// When this module is run nothing of the app has run yet: what its SDK tells a native client is heard
// from the first word on, and can be put back as it was.
if (isPage) watchProxy();

/**
 * Who opened the app, as it was told, without making a head where there is none. Launch parameters alone
 * tell nothing: anybody can write them into a link. There has to be a client that could have opened it.
 */
export function user(): unknown {
  if (!isPage) return null;
  const { prichal } = window as HeadWindow;
  if (prichal) return prichal.kind === 'none' ? null : prichal.launch?.user;
  if (!hasHost(findLaunchQuery)) return null;
  const initDataRaw = new URLSearchParams(findLaunchQuery()).get('tgWebAppData');
  return readJson(new URLSearchParams(initDataRaw ?? '').get('user'));
}
