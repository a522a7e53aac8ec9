import { createStore, type Store } from './store.js';
import type { SessionState, SessionStatus } from './types.js';

/**
 * - `begin`: the user or the app starts an attempt
 * - `adopt`: an attempt brought a session
 * - `fail`: an attempt failed, or the user cancelled it
 * - `update`: a renewal brought newer data of the session, or something other than an attempt failed
 * - `end`: there is no session, or it is over
 */
export type SessionEvent = 'begin' | 'adopt' | 'fail' | 'update' | 'end';

type Row = readonly [withoutSession: SessionStatus, withSession: SessionStatus];

/** The next status by event: from any other status, and from `signed-in`. Other events keep the status. */
export const TRANSITIONS: Readonly<Partial<Record<SessionEvent, Row>>> = {
  begin: ['signing-in', 'signed-in'],
  adopt: ['signed-in', 'signed-in'],
  fail: ['signed-out', 'signed-in'],
  end: ['signed-out', 'signed-out'],
};

/** The state on a server, and on a page until the session is known. */
export const UNKNOWN: SessionState = { status: 'unknown', user: null, session: null, error: null };

/** The state of a session. Only events change it. */
export type Machine = Pick<Store<SessionState>, 'get' | 'subscribe'> & {
  /** Moves to the next status, and sets fields to those of `patch`. */
  send(event: SessionEvent, patch: Partial<SessionState>): void;
};

/** @param sent called after every event, also if nothing has changed */
export function createMachine(sent: () => void): Machine {
  const { get, set, subscribe } = createStore(UNKNOWN);
  return {
    get,
    subscribe,
    send(event, patch) {
      const { status } = get();
      set({ ...patch, status: TRANSITIONS[event]?.[+(status === 'signed-in')] ?? status });
      sent();
    },
  };
}
