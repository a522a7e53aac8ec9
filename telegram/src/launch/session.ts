import { isLaunchQuery, launchQueryOf } from './query.js';

const KEY = 'prichal/launch';

let kept = '';

/**
 * In a Telegram Web iframe with third-party storage blocked, touching sessionStorage throws; then
 * nothing is kept, and the carried hash (see `launchHash`) does the work.
 */
function write(): void {
  try {
    sessionStorage[KEY] = kept;
  } catch {}
}

/**
 * Second home of the launch parameters, for hosts that reload the app after it dropped its hash:
 * keeps a query for a page of this tab that comes without one. Nobody reads it before this page is
 * left, and a write holds the first paint up: it comes after the paint, at the latest on leaving.
 */
export function keepLaunchQuery(query: string): void {
  kept = query;
  requestAnimationFrame(() => setTimeout(write));
  addEventListener('pagehide', write);
}

/** The launch parameters of this page: in its address, else kept from before. Empty: neither. */
export function findLaunchQuery(): string {
  const query = launchQueryOf(location.href);
  if (isLaunchQuery(query)) keepLaunchQuery(query);
  try {
    return kept || (sessionStorage[KEY] ?? '');
  } catch {
    return '';
  }
}
