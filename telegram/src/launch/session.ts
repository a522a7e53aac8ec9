import { isLaunchQuery, launchQueryOf } from './query.js';

const KEY = 'prichal/launch';

/**
 * Second home of the launch parameters, for hosts that reload the app after it dropped its hash.
 * In a Telegram Web iframe with third-party storage blocked, touching sessionStorage throws; then
 * there is simply nothing here, and the carried hash (see `launchHash`) does the work.
 */
function stored(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the launch parameters for a page of this tab that comes without them. */
export function storeLaunchQuery(query: string): void {
  try {
    sessionStorage.setItem(KEY, query);
  } catch {
    // Blocked or full: the carried hash remains.
  }
}

/** The launch parameters of this page: in its address, else kept from before. Empty: neither. */
export function findLaunchQuery(): string {
  const fromUrl = launchQueryOf(location.href);
  if (!isLaunchQuery(fromUrl)) return stored();
  storeLaunchQuery(fromUrl);
  return fromUrl;
}
