import type { HeadWindow } from '../host/head.js';
import { findLaunchQuery } from '../launch/session.js';
import type { SignedIn } from './answer.js';
import { ask, type Send } from './ask.js';

export interface InitDataOptions {
  /** Path or address of the server's sign-in. Default: `/auth`. */
  server?: string | undefined;
  /** Sends the requests. Default: `fetch`. A session passes its own. */
  send?: Send | undefined;
  /** `Authorization` of the session to link the Telegram identity to, such as `Bearer …`. */
  authorization?: string | undefined;
  /**
   * Whether to link the identity to the session of `authorization` or of a cookie. Default: false, which
   * starts a session.
   */
  link?: boolean | undefined;
  /** With `link`: if the identity belongs to another user, merges that user into this one. Default: false. */
  merge?: boolean | undefined;
}

/** Returns the raw init data. Does not create a head, because nothing is sent to a client. */
function initData(): string | null {
  if (typeof window === 'undefined') return null;
  const { prichal } = window as HeadWindow;
  if (prichal) return prichal.launch?.initDataRaw ?? null;
  return new URLSearchParams(findLaunchQuery()).get('tgWebAppData');
}

const plain: Send = (url, init) => fetch(url, init);

/**
 * Signs in the user who opened the mini app, with the init data that Telegram has signed. Resolves to null if
 * there are none: outside Telegram, and after a launch from a keyboard button.
 *
 * Pass it to a `Session` of `@prichal/session` (`telegram: signInWithInitData`), which keeps and renews the
 * tokens. Or use the result directly.
 * @throws SignInError `init_data_expired` if the mini app was opened too long ago. The user has to open it
 *   again to get new init data.
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
  // One header cannot carry both the session and the init data.
  const body = { ...(authorization && { init_data: raw }), link, merge };
  return ask(send, `${server}/telegram`, body, {
    authorization: authorization ?? `tma ${raw}`,
  });
}
