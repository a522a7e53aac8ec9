import { attempt } from './attempt.js';
import { isLaunchQuery, launchQueryOf } from './query.js';

let kept = '';

/**
 * Writes the parameters to session storage. If that throws, as for third parties in a Telegram Web iframe,
 * they are kept only in the hash (see `launchHash`).
 */
const write = () =>
  attempt(() => {
    sessionStorage.prichal = kept;
  });

/**
 * Stores the launch parameters for hosts that reload the app after it has dropped its hash. Written when the
 * page is left, because no page of this tab reads it earlier, and a write delays the first paint.
 */
export function keepLaunchQuery(query: string): void {
  kept = query;
  addEventListener('pagehide', write);
}

/**
 * Returns the launch parameters of this page: from its address, else from storage. Empty if there are none.
 */
export function findLaunchQuery(): string {
  const query = launchQueryOf(location.href);
  if (isLaunchQuery(query)) keepLaunchQuery(query);
  return kept || attempt(() => sessionStorage.prichal) || '';
}
