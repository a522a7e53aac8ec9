type Streams = {
  pause(): void;
  resume(): void;
  /** Opens the streams again, even those that seem to be open. */
  reopen(): void;
};

/**
 * Pauses the streams while the page is hidden, and opens them when it is visible, comes out of the
 * back-forward cache, or is online again. Returns a function that stops it. Does nothing outside
 * browsers.
 */
export function followPage({ pause, resume, reopen }: Streams): () => void {
  // Test environments of hosts remove the globals before a page ends.
  const { document, window } = globalThis as Partial<typeof globalThis>;
  if (!document || !window) return () => undefined;
  const onVisibility = (): void => (document.hidden ? pause() : resume());
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted && !document.hidden) reopen();
  };
  const onOnline = (): void => {
    if (!document.hidden) reopen();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('online', onOnline);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('online', onOnline);
  };
}

/** Address of the manifest at the origin of the page. Empty outside browsers. */
export function defaultManifestUrl(): string {
  const origin = typeof window === 'undefined' ? undefined : window.location?.origin;
  return origin ? `${origin}/tonconnect-manifest.json` : '';
}
