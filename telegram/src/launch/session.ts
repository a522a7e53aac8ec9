import { attempt } from './attempt.js';
import { isLaunchQuery, launchQueryOf } from './query.js';

let kept = '';

/**
 * In a Telegram Web iframe with third-party storage blocked, touching sessionStorage throws; then
 * nothing is kept, and the carried hash (see `launchHash`) does the work.
 */
const write = () =>
  attempt(() => {
    sessionStorage.prichal = kept;
  });

/**
 * Second home of the launch parameters, for hosts that reload the app after it dropped its hash:
 * keeps a query for a page of this tab that comes without one. Nobody reads it before this page is
 * left, and a write would hold the first paint up: so it is written on leaving.
 */
export function keepLaunchQuery(query: string): void {
  kept = query;
  addEventListener('pagehide', write);
}

/** The launch parameters of this page: in its address, else kept from before. Empty: neither. */
export function findLaunchQuery(): string {
  const query = launchQueryOf(location.href);
  if (isLaunchQuery(query)) keepLaunchQuery(query);
  return kept || attempt(() => sessionStorage.prichal) || '';
}
