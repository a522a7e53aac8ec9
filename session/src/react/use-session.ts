import { useWalletSource } from '@prichal/connect/wallet-source';
import { useEffect, useSyncExternalStore } from 'react';
import { Session } from '../session.js';
import { UNKNOWN } from '../state.js';
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
 * Returns the state and methods of `session`. Without it, all components of one provider share a session with
 * default options. The session is in use while at least one component with the hook is mounted.
 */
export function useSession(session?: Session): UseSessionResult {
  const widget = useWalletSource();
  const shown = session ?? sessionOf(widget ?? NO_WIDGET);
  const { subscribe, getState, start, signIn, link, signOut, fetch } = shown;
  useEffect(() => start(widget ?? undefined), [start, widget]);
  const state = useSyncExternalStore(subscribe, getState, () => UNKNOWN);
  return { ...state, signIn, link, signOut, fetch };
}
