import { useWalletSource } from '@prichal/connect/wallet-source';
import { useEffect, useSyncExternalStore } from 'react';
import { UNKNOWN } from '../machine.js';
import { Session } from '../session.js';
import type { SessionMembers, SessionState } from '../types.js';

export type UseSessionResult = SessionState &
  Pick<SessionMembers, 'signIn' | 'link' | 'signOut' | 'fetch'>;

/** Sessions of widgets whose app makes none. Without a widget, the key is `NO_WIDGET`. */
const sessions = new WeakMap<object, Session>();
const NO_WIDGET = {};

function sessionOf(widget: object): Session {
  const session = sessions.get(widget) ?? new Session();
  sessions.set(widget, session);
  return session;
}

/**
 * Who is signed in, and what signs in and out: of the `session` that you have made, or of one with default
 * options, which all components of one provider share. Works in every component; the session is looked for
 * while at least one is there.
 */
export function useSession(session?: Session): UseSessionResult {
  const widget = useWalletSource();
  const shown = session ?? sessionOf(widget ?? NO_WIDGET);
  const { subscribe, getState, start, signIn, link, signOut, fetch } = shown;
  useEffect(() => start(widget ?? undefined), [start, widget]);
  const state = useSyncExternalStore(subscribe, getState, () => UNKNOWN);
  return { ...state, signIn, link, signOut, fetch };
}
