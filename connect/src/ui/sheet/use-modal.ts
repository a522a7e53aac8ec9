import { type RefObject, useLayoutEffect } from 'react';
import type { TelegramOptions } from '../../core/options.js';
import { isNarrowWindow } from '../use-device.js';
import { dragToClose } from './drag-to-close.js';
import { makeRoomInTelegram } from './telegram-controls.js';
import { stackDialog } from './top-dialog.js';

type Parts = {
  dialog: RefObject<HTMLDialogElement | null>;
  card: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  getControls: () => TelegramOptions;
};

/** Shows the dialog above the page while it is `shown`, and restores the page afterwards. */
export function useModal(
  { dialog, card, content, getControls }: Parts,
  close: () => void,
  shown: boolean,
): void {
  useLayoutEffect(() => {
    if (!shown || !dialog.current || !card.current || !content.current) return;
    const element = dialog.current;
    const giveFocusBack = keepFocus(element);
    // Before `showModal`, which causes a layout anyway.
    const unlockScroll = lockScroll();
    element.showModal();
    const unstack = stackDialog(element);
    const noDrag = dragToClose(element, card.current, isNarrowWindow, close);
    const noHeight = playHeight(card.current, content.current, isNarrowWindow);
    const leaveTelegram = makeRoomInTelegram(getControls());
    return () => {
      noDrag();
      noHeight();
      leaveTelegram();
      unstack();
      element.close();
      unlockScroll();
      giveFocusBack();
    };
  }, [dialog, card, content, getControls, close, shown]);
}

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select, textarea, [tabindex]';

/** The focused element before each open dialog, followed by its ancestors, nearest first. */
const origins = new Map<Element, Element[]>();

/**
 * Call before a dialog is shown. Returns a function to call after it is closed. The browser returns the focus
 * to the element that had it. If that element was removed, the function focuses its replacement, or the
 * origin of the dialog below.
 */
export function keepFocus(dialog: HTMLDialogElement): () => void {
  const origin: Element[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
    origin.push(at, ...(origins.get(at) ?? []));
  }
  origins.set(dialog, origin);
  return () => {
    origins.delete(dialog);
    for (const place of origin) {
      const { activeElement: at, body } = document;
      if (at && at !== body && !dialog.contains(at)) return;
      const target = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE);
      if (target instanceof HTMLElement && place.isConnected) target.focus({ preventScroll: true });
    }
  };
}

/**
 * Keeps the card at the bottom or in the middle of its place and animates every change of its height. Its box
 * starts at the top of the place, so an animation causes no layout and no layout shift. Only a transform, the
 * background and a clip are animated, from the card's current appearance. Returns a function that stops it.
 */
export function playHeight(
  card: HTMLElement,
  content: HTMLElement,
  isSheet: () => boolean,
): () => void {
  const place = card.parentElement ?? card;
  let before: { height: number; room: string } | null = null;
  const observer = new ResizeObserver(() => {
    // All reads come before all writes, and the pseudo-element before the rest: a later one would recalculate
    // the styles.
    const pseudoElement = '::before';
    const height = card.offsetHeight;
    const free = place.clientHeight - height;
    const room = `${place.clientWidth}x${place.clientHeight}`;
    const { translate, transitionDuration, transitionTimingFunction } = getComputedStyle(card);
    const { bottom } = getComputedStyle(card, pseudoElement);
    const timing = {
      duration: Number.parseFloat(transitionDuration) * 1000,
      easing: transitionTimingFunction,
    };
    // Whole pixels, because half a pixel blurs every line.
    const rest = `0 ${isSheet() ? free : Math.floor(free / 2)}px`;
    // A change of the window's size is not animated, and nothing is with reduced motion.
    if (before?.room === room && timing.duration > 1) {
      const cut = height - before.height + Number.parseFloat(bottom);
      card.animate({ bottom: [`${cut}px`, '0px'] }, { ...timing, pseudoElement });
      card.animate({ translate: [translate, rest] }, timing);
      if (cut > 0) content.animate({ clipPath: [`inset(0 0 ${cut}px)`, 'inset(0)'] }, timing);
    }
    card.style.translate = rest;
    before = { height, room };
  });
  observer.observe(card);
  observer.observe(place);
  return () => observer.disconnect();
}

let locks = 0;
let unlock = (): void => undefined;

/**
 * Prevents scrolling of the page under an open sheet. Uses only `overflow: hidden`, because position
 * workarounds break on iOS. Keeps the width of a removed scrollbar. Returns a function that unlocks the page.
 */
export function lockScroll(): () => void {
  locks += 1;
  if (locks === 1) unlock = lockPage();
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks -= 1;
    if (locks === 0) unlock();
  };
}

function lockPage(): () => void {
  const { body, documentElement: root } = document;
  // The overflow of the root applies to the window, or that of the body if the root has none. Set on the
  // other element, it would create a second scroller, and the page would jump to its top.
  const { overflowY, paddingInlineEnd } = getComputedStyle(root);
  const scroller = overflowY === 'visible' ? body : root;
  const before = {
    root: root.style.overflow,
    body: body.style.overflow,
    padding: root.style.paddingInlineEnd,
  };
  const width = root.clientWidth;
  // Everything is read before the change. The width is measured again only if a scrollbar may be gone or the
  // page is wider than the screen, because measuring causes a layout.
  const wider = innerWidth > width;
  scroller.style.overflow = 'hidden';
  const gained = wider && root.clientWidth - width;
  if (gained) root.style.paddingInlineEnd = `calc(${paddingInlineEnd} + ${gained}px)`;
  else if (wider) cutToScreen(root, body);
  return () => {
    root.style.overflow = before.root;
    body.style.overflow = before.body;
    root.style.paddingInlineEnd = before.padding;
  };
}

/**
 * Clips a page that is wider than the screen. A phone's browser zooms out until it shows the page's full width,
 * and places fixed elements in this larger window: outside the screen if the user has zoomed in. With a
 * clipped body, the window is as wide as the screen again. `clip` does not make the body a scroller, so the
 * page keeps its scroll position.
 */
function cutToScreen(root: HTMLElement, body: HTMLElement): void {
  if (!CSS.supports('overflow', 'clip visible')) return;
  root.style.overflow = 'hidden';
  body.style.overflow = 'clip visible';
}
