/**
 * Reports an unhandled error to the page's error handlers, without throwing it. In jsdom, where many apps
 * test their components, there is no `reportError`, so it is logged to the console.
 */
export function reportError(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  // biome-ignore lint/suspicious/noConsole: otherwise the error would be lost
  else console.error(error);
}
