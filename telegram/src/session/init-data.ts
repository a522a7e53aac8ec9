import type { HeadWindow } from '../host/head.js';
import { findLaunchQuery } from '../launch/session.js';
import type { SignedIn } from './answer.js';
import { ask, type Send } from './ask.js';

export interface InitDataOptions {
  /** Where the server's sign-in is; `/auth` of this origin unless it is told. */
  server?: string | undefined;
  /** Sends the request: `fetch`, unless a session has one of its own. */
  send?: Send | undefined;
  /**
   * `Authorization` of a session that Telegram's identity is to be linked to, such as `Bearer …`.
   */
  authorization?: string | undefined;
  /** Links it to the session that `authorization`, or a cookie, holds; else one begins. */
  link?: boolean | undefined;
  /** With `link`: takes another user, whose identity it is, into this one. */
  merge?: boolean | undefined;
}

/** As it came. Makes no head where there is none: nothing has to be sent to a client for this. */
function initData(): string | null {
  if (typeof window === 'undefined') return null;
  const { prichal } = window as HeadWindow;
  if (prichal) return prichal.launch?.initDataRaw ?? null;
  return new URLSearchParams(findLaunchQuery()).get('tgWebAppData');
}

const plain: Send = (url, init) => fetch(url, init);

/**
 * Signs in who has opened the mini app, with the init data that Telegram has signed. Null where there are
 * none: outside of Telegram, and after a launch from a keyboard button.
 *
 * Hand it to a `Session` of `@prichal/session` (`telegram: signInWithInitData`), which then keeps
 * the tokens and renews them; or use what it answers by itself.
 *
 * @throws SignInError `init_data_expired` when the mini app was opened too long ago: only Telegram can give
 * newer ones, by opening it anew.
 */
export async function signInWithInitData({
  server = '/auth',
  send = plain,
  authorization,
  link,
  merge,
}: InitDataOptions = {}): Promise<SignedIn | null> {
  const raw = initData();
  if (!raw) return null;
  // One header cannot say both.
  const body = { ...(authorization && { init_data: raw }), link, merge };
  return ask(send, `${server}/telegram`, body, {
    authorization: authorization ?? `tma ${raw}`,
  });
}
