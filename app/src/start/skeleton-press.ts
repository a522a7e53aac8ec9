import { readEntry, writeEntry } from '../shell/history-entry';
import { isPlainPress } from '../shell/plain-press';
import { pageWindow } from './page-window';

/**
 * Handles presses and keeps the focus while the skeleton is shown. A link shows its page at once. The wallet button
 * shows a spinner, and its press is kept for the widget (wallet/wallet-button.tsx).
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
  keepFocus();
  window.addEventListener('popstate', () => {
    if (skeleton()) show(location.pathname, readEntry().tab);
  });
}

/**
 * Controls of the skeleton, and its wallet button after the app has adopted it
 * (wallet/wallet-place.tsx).
 */
const PRESSABLE = '[data-skeleton] a, [data-skeleton] button, .connect-skeleton';

/**
 * Handles a press that begins in the skeleton and ends after the app has replaced it. The browser
 * fires no click then, because the pressed element is gone or has moved in the document. The layout
 * is the same, so the press goes to the element at the pointer's position.
 */
function hearHeldPresses(): void {
  let pressed: Element | null = null;
  let parent: ParentNode | null = null;
  document.addEventListener('pointerdown', ({ target }) => {
    pressed = (target as Element).closest(PRESSABLE);
    parent = pressed?.parentNode ?? null;
  });
  // The finger scrolls, or the host has taken over the gesture.
  document.addEventListener('pointercancel', () => {
    pressed = null;
  });
  document.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (pressed && !(pressed.isConnected && pressed.parentNode === parent)) {
      followerOf(pressed, clientX, clientY)?.click();
    }
    pressed = null;
  });
}

/**
 * Keeps the focus that was in the skeleton when the app replaces the focused element: it goes to the
 * element at the same position. Runs before the next key, so that no Enter is lost.
 */
function keepFocus(): void {
  let focused: Element | null = null;
  let box: DOMRect;
  document.addEventListener('focusin', ({ target }) => {
    focused = (target as Element).closest(PRESSABLE);
    if (focused) box = focused.getBoundingClientRect();
  });
  new MutationObserver(() => {
    if (focused && document.activeElement === document.body)
      followerOf(focused, box.x + box.width / 2, box.y + box.height / 2)?.focus();
  }).observe(document, { childList: true, subtree: true });
}

/** Returns the element that has replaced an element at this position. */
function followerOf(element: Element, x: number, y: number): HTMLElement | null | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>(element.localName);
}
