import { isLaunchQuery, launchQueryOf } from './query.js';

const KEY = 'prichal/launch';

/**
 * Second home of the launch parameters, for hosts that reload the app after it dropped its hash.
 * Keeps a query for a page of this tab that comes without one, and returns what is kept. In a
 * Telegram Web iframe with third-party storage blocked, touching sessionStorage throws; then nothing
 * is kept, and the carried hash (see `launchHash`) does the work.
 */
export function keepLaunchQuery(query: string): string {
  try {
    if (query) sessionStorage[KEY] = query;
    return sessionStorage[KEY] ?? query;
  } catch {
    return query;
  }
}

/** The launch parameters of this page: in its address, else kept from before. Empty: neither. */
export function findLaunchQuery(): string {
  const query = launchQueryOf(location.href);
  return keepLaunchQuery(isLaunchQuery(query) ? query : '');
}
