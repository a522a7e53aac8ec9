/**
 * Tells of an error that nobody waits for: to the page's error handlers, without ending what is under
 * way. jsdom, where many apps test their components, has no `reportError`; there the console hears it.
 */
export function reportError(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  // biome-ignore lint/suspicious/noConsole: an error that is told to nobody is lost
  else console.error(error);
}
