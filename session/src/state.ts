import type { SessionState } from './types.js';

/** The state on a server, and on a page until the session is known. */
export const UNKNOWN: SessionState = { status: 'unknown', user: null, session: null, error: null };
