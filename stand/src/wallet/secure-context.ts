/** Browsers offer WebCrypto and Web Locks only to pages from a secure origin. */
export const NEEDS_SECURE_CONTEXT =
  'The sandbox signs with WebCrypto, which browsers give to http://localhost, http://127.0.0.1 and https:// only. Open it there.';
