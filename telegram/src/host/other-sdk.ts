/** Messages that other scripts of this page (Telegram's own, an SDK of the app) have sent to the client. */
import { readJson } from '../launch/attempt.js';
import { hasOtherReceivers } from './inbox.js';
import { heardAll, told } from './watch-proxy.js';

/**
 * Returns the data of the last message that another script has sent with `method`. Null if there is none.
 * Undefined if such a message may have been missed.
 */
export function toldByOthers(method: string): object | null | undefined {
  if (told.has(method)) return Object(readJson(told.get(method)));
  return heardAll || !hasOtherReceivers() ? null : undefined;
}
