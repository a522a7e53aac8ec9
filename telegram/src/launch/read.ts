import { type LaunchParams, parseLaunchParams } from './parse.js';
import { findLaunchQuery } from './session.js';

/** A launch: the parameters as text, to carry along, and what they say. */
export interface Launch {
  /** Follows the theme: what is carried along is true of this moment. */
  query: string;
  readonly params: LaunchParams;
}

/**
 * Finds the launch parameters: in the address, else in session storage. Null: Telegram did not open
 * this page.
 *
 * @param isProven whether a channel that only Telegram has proves a launch even without any: a client
 *   can lose them, on a reload behind a redirect.
 */
export function readLaunch(isProven: boolean): Launch | null {
  const query = findLaunchQuery();
  return query || isProven ? { query, params: parseLaunchParams(query) } : null;
}
