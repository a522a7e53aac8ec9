/** Browsers keep WebCrypto and Web Locks from pages that could have been changed on their way. */
export const NEEDS_SECURE_CONTEXT =
  'The stand signs with WebCrypto, which browsers give to http://localhost, http://127.0.0.1 and https:// only. Open it there.';
