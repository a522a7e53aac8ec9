import type { ITonConnect } from '@tonconnect/sdk';

/**
 * Streams rest while the page is hidden and are opened again, from the last event seen, when it is
 * back: visible, taken out of the back-forward cache, or online. Until `signal` says stop.
 */
export function keepAlive(connector: ITonConnect, signal: AbortSignal): void {
  const follow = (event: Event): void => {
    const stays = event.type === 'pageshow' && !(event as PageTransitionEvent).persisted;
    if (document.hidden) connector.pauseConnection();
    else if (!stays) connector.unPauseConnection().catch(() => undefined);
  };
  for (const type of ['visibilitychange', 'pageshow', 'online']) {
    window.addEventListener(type, follow, { signal });
  }
}
