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
  hearHeldPresses();
  window.addEventListener('popstate', () => {
    if (skeleton()) show(location.pathname, readEntry().tab);
  });
}

/** What can be pressed in the skeleton, also where the app has taken its button over (wallet/wallet-place.tsx). */
const PRESSABLE = '[data-skeleton] a, [data-skeleton] button, .connect-skeleton';

/**
 * Follows a press that begins in the skeleton and ends when the app has taken its place. A browser clicks
 * nothing then: what was pressed is gone, or stands elsewhere in the document. Nothing on the page moves
 * meanwhile, so the press is for what lies under the finger.
 */
function hearHeldPresses(): void {
  let pressed: Element | null = null;
  let parent: ParentNode | null = null;
  document.addEventListener('pointerdown', ({ target }) => {
    pressed = (target as Element).closest(PRESSABLE);
    parent = pressed?.parentNode ?? null;
  });
  // The finger scrolls, or the host has taken it.
  document.addEventListener('pointercancel', () => {
    pressed = null;
  });
  document.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (pressed && !(pressed.isConnected && pressed.parentNode === parent)) {
      const follower = document.elementFromPoint(clientX, clientY)?.closest(pressed.localName);
      (follower as HTMLElement | null | undefined)?.click();
    }
    pressed = null;
  });
}
