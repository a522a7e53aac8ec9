/** What other scripts of this page (Telegram's own, an SDK of the app's) have told the client. */
import { readJson } from '../launch/attempt.js';
import { hasOtherReceivers } from './inbox.js';
import { heardAll, told } from './watch-proxy.js';

/**
 * The data that another script of the page has sent last with a method. Null: none has sent it.
 * Undefined: one may have, unheard.
 */
export function toldByOthers(method: string): object | null | undefined {
  if (told.has(method)) return Object(readJson(told.get(method)));
  return heardAll || !hasOtherReceivers() ? null : undefined;
}
