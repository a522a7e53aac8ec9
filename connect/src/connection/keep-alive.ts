import type { ITonConnect } from '@tonconnect/sdk';

/**
 * Streams rest while the page is hidden and are opened again, from the last event seen, when it is
 * back: visible, taken out of the back-forward cache, or online. Returns a stop.
 */
export function keepAlive(connector: ITonConnect): () => void {
  const wake = (): void => {
    if (!document.hidden) connector.unPauseConnection().catch(() => undefined);
  };
  const onVisibility = (): void => {
    if (document.hidden) connector.pauseConnection();
    else wake();
  };
  const onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) wake();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('online', wake);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('online', wake);
  };
}
