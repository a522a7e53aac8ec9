import { type RefObject, useLayoutEffect } from 'react';
import { mediaMatches } from '../../core/device/listen.js';
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

/** Shows the dialog above the page for as long as it is `shown`, and gives all back after it. */
export function useModal(
  { dialog, card, content, getControls }: Parts,
  close: () => void,
  shown: boolean,
): void {
  useLayoutEffect(() => {
    if (!shown || !dialog.current || !card.current || !content.current) return;
    const element = dialog.current;
    const giveFocusBack = keepFocus(element);
    // Before `showModal`, which lays the page out anyway.
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

/** Where the focus was before each open dialog, and what that stood in, the nearest first. */
const origins = new Map<Element, Element[]>();

/**
 * Call before a dialog is shown. The platform gives the focus back to the element that had it; the
 * answer, called once the dialog is closed, does so when that element is gone: to what has taken
 * its place, or to where the dialog below came from.
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

const TIMING = { duration: 200, easing: 'cubic-bezier(0.32, 0.72, 0, 1)' };

/**
 * Keeps the card in its place, the bottom or the middle of the room it has, and plays every change
 * of its height. Its box stays at the top of the room and grows from there, so nothing is laid out
 * anew or shifts: what moves is a transform, the background and a clip, and they start out as the
 * card looks at that moment. Returns what ends it.
 */
export function playHeight(
  card: HTMLElement,
  content: HTMLElement,
  isSheet: () => boolean,
): () => void {
  const place = card.parentElement ?? card;
  let before: { height: number; room: string } | null = null;
  const observer = new ResizeObserver(() => {
    const height = card.offsetHeight;
    const free = place.clientHeight - height;
    const { translate } = getComputedStyle(card);
    // Whole pixels: half of one blurs every line.
    const rest = `0 ${isSheet() ? free : Math.floor(free / 2)}px`;
    card.style.translate = rest;
    // After a change of the window's size nothing is animated.
    const room = `${place.clientWidth}x${place.clientHeight}`;
    if (before?.room === room && !mediaMatches('(prefers-reduced-motion: reduce)')) {
      const pseudoElement = '::before';
      const cut =
        height - before.height + Number.parseFloat(getComputedStyle(card, pseudoElement).bottom);
      card.animate({ translate: [translate, rest] }, TIMING);
      card.animate({ bottom: [`${cut}px`, '0px'] }, { ...TIMING, pseudoElement });
      if (cut > 0) content.animate({ clipPath: [`inset(0 0 ${cut}px)`, 'inset(0)'] }, TIMING);
    }
    before = { height, room };
  });
  observer.observe(card);
  observer.observe(place);
  return () => observer.disconnect();
}

let locks = 0;
let unlock = (): void => undefined;

/**
 * Keeps the page behind an open sheet from scrolling. `overflow: hidden` alone: position tricks
 * break more on iOS than they mend. The room of a vanishing scrollbar is kept. Returns a release.
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
  // The window scrolls as the root says; when that says nothing, as the body does. The other one
  // would become a scroller of its own, and the page would jump to its top.
  const { overflowY, paddingInlineEnd } = getComputedStyle(root);
  const scroller = overflowY === 'visible' ? body : root;
  const before = {
    root: root.style.overflow,
    body: body.style.overflow,
    padding: root.style.paddingInlineEnd,
  };
  const width = root.clientWidth;
  // Everything is read before the change. The width is measured again only where a scrollbar may have gone, or
  // where the page is wider than the screen, because measuring lays the page out again.
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
 * A phone's browser zooms out until all of a page's width is seen, and what is fixed to its window is
 * placed in the enlarged one: off the screen of a visitor who has zoomed in. The window is the
 * screen's again when nothing sticks out of the body. Clipped, and not hidden: then the body is no
 * scroller, and the page stays where it was scrolled to.
 */
function cutToScreen(root: HTMLElement, body: HTMLElement): void {
  if (!CSS.supports('overflow', 'clip visible')) return;
  root.style.overflow = 'hidden';
  body.style.overflow = 'clip visible';
}
