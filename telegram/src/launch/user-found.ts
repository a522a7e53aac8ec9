import type { HeadWindow } from '../host/head.js';
import { readJson } from './attempt.js';
import { launchQueryOf } from './query.js';
import { findLaunchQuery } from './session.js';

/** Whether this page could have a host at all: in a plain tab there is nobody to open an app. */
const mayHaveHost = (): boolean =>
  parent !== window || 'TelegramWebviewProxy' in window || 'notify' in Object(window.external);

/** Who opened the app, as it was told, without making a head where there is none. */
export function user(): unknown {
  if (typeof window === 'undefined') return null;
  const { prichal } = window as HeadWindow;
  if (prichal) return prichal.launch?.user;
  // The session's storage is another process's to read, before the first paint.
  if (!launchQueryOf(location.href) && !mayHaveHost()) return null;
  const initDataRaw = new URLSearchParams(findLaunchQuery()).get('tgWebAppData');
  return readJson(new URLSearchParams(initDataRaw ?? '').get('user'));
}
