/* What only users who are signed in need. Loaded when a user signs in, or with the first request. */
export { linkBy } from './link.js';
export { ownFetch } from './own-fetch.js';
