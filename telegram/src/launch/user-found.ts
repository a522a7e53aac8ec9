import { hasHost } from '../host/has-host.js';
import type { HeadWindow } from '../host/head.js';
import { watchProxy } from '../host/watch-proxy.js';
import { readJson } from './attempt.js';
import { findLaunchQuery } from './session.js';

const isPage = typeof window !== 'undefined';

// When this module is run nothing of the app has run yet: what its SDK tells a native client is heard
// from the first word on, and can be put back as it was.
if (isPage) watchProxy();

/** Whether this page could have a host at all: in a plain tab there is nobody to open an app. */
const mayHaveHost = (): boolean => window.parent !== window || hasHost('');

/**
 * Who opened the app, as it was told, without making a head where there is none. Launch parameters alone
 * tell nothing: anybody can write them into a link. There has to be a client that could have opened it.
 */
export function user(): unknown {
  if (!isPage) return null;
  const { prichal } = window as HeadWindow;
  if (prichal) return prichal.kind === 'none' ? null : prichal.launch?.user;
  // The session's storage is another process's to read, before the first paint.
  if (!mayHaveHost()) return null;
  const query = findLaunchQuery();
  if (!hasHost(query)) return null;
  const initDataRaw = new URLSearchParams(query).get('tgWebAppData');
  return readJson(new URLSearchParams(initDataRaw ?? '').get('user'));
}
