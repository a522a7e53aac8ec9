/** The session of a page as a React hook. */
export { type UseSessionResult, useSession } from './use-session.js';
