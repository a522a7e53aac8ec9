import type { HeadWindow } from '../host/head.js';
import { readJson } from './attempt.js';
import { findLaunchQuery } from './session.js';

/** Who opened the app, as it was told, without making a head where there is none. */
export function user(): unknown {
  if (typeof window === 'undefined') return null;
  const { prichal } = window as HeadWindow;
  if (prichal) return prichal.launch?.user;
  const initDataRaw = new URLSearchParams(findLaunchQuery()).get('tgWebAppData');
  return readJson(new URLSearchParams(initDataRaw ?? '').get('user'));
}
