import type { SessionState } from './types.js';

/** State during server rendering, and on a page until the session is known. */
export const UNKNOWN: SessionState = { status: 'unknown', user: null, session: null, error: null };
