import { readEntry, writeEntry } from '../shell/history-entry';
import { isPlainPress } from '../shell/plain-press';
import { pageWindow } from './page-window';

/**
 * Follows what the visitor presses while the skeleton stands. A link shows its page at once. The wallet's
 * button says that it was heard and keeps the press for the widget (wallet/wallet-button.tsx).
 *
 * @param show puts the page of a path into the skeleton.
 */
export function hearPresses(show: (path: string, tab: string | null) => void): void {
  const page = pageWindow().prichalPage;
  if (!page) return;
  const skeleton = () => document.querySelector('[data-skeleton]');
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const button = target.closest('.connect-skeleton');
    if (button) {
      button.setAttribute('aria-busy', 'true');
      page.pressed = 'connect';
    }
    const link = target.closest('a');
    if (!link || !skeleton()?.contains(link) || !isPlainPress(event)) return;
    event.preventDefault();
    const tab = link.matches('.tab') ? link.textContent : null;
    writeEntry(link.pathname, false, tab);
    page.pressed ??= 'link';
    show(link.pathname, tab);
    scrollTo(0, 0);
  });
  window.addEventListener('popstate', () => {
    if (skeleton()) show(location.pathname, readEntry().tab);
  });
}
