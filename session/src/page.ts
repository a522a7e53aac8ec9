/** The page of a session. */
export type Page = {
  open(): void;
  close(): void;
  /** Notifies the other tabs that this page has signed in or out. */
  notify(): void;
};

/**
 * @param look called when the page becomes visible, or the network is back
 * @param tabs name that the tabs share; empty if each tab has its own session
 * @param changed called when another tab has signed in or out, or may have while this page was kept for Back
 */
export function createPage(look: () => void, tabs: string, changed: () => void): Page {
  let channel: BroadcastChannel | undefined;
  let listening = new AbortController();
  const connect = (): void => {
    channel = new BroadcastChannel(tabs);
    channel.onmessage = changed;
  };
  const disconnect = (): void => channel?.close();
  const onSign = (): void => {
    if (!document.hidden) look();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    connect();
    changed();
  };
  return {
    open() {
      listening = new AbortController();
      const { signal } = listening;
      window.addEventListener('online', onSign, { signal });
      window.addEventListener('visibilitychange', onSign, { signal });
      if (!tabs) return;
      connect();
      // Browsers do not keep a page with an open channel for Back.
      window.addEventListener('pagehide', disconnect, { signal });
      window.addEventListener('pageshow', onShow, { signal });
    },
    close() {
      listening.abort();
      disconnect();
    },
    notify: () => channel?.postMessage(null),
  };
}
