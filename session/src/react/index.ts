/** The session of a user as a React hook. */
export { type UseSessionResult, useSession } from './use-session.js';
