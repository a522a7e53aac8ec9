import { listen } from './listen.js';

/** The page of a session while it is in use. */
export type Page = {
  /** Tells the other tabs that this page has signed in or out. */
  tell(): void;
  dispose(): void;
};

/**
 * @param look called when the page becomes visible, or the network is back
 * @param tabs name that the tabs share; empty if each tab has its own session
 * @param changed called when another tab has signed in or out
 */
export function watchPage(look: () => void, tabs: string, changed: () => void): Page {
  const unlisten = listen(window, 'online visibilitychange', () => {
    if (!document.hidden) look();
  });
  const others = tabs
    ? import('./other-tabs.js').then(({ watchOtherTabs }) => watchOtherTabs(tabs, changed))
    : null;
  return {
    tell: () => void others?.then(({ tell }) => tell()),
    dispose() {
      unlisten();
      void others?.then(({ dispose }) => dispose());
    },
  };
}
