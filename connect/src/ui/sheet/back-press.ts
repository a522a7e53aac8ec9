import { isTelegram, pushBackHandler } from '@prichal/telegram';
import { type DialogHTMLAttributes, type SyntheticEvent, useRef } from 'react';
import { currentPlatform } from '../../core/device/environment.js';

const MARK = 'prichalBack';

/** Handlers of a back press, the topmost last. All widgets of a page share them. */
const layers: (() => void)[] = [];
/** URL of the page below our history entry. Null if there is no entry. */
let guarded: string | null = null;
/** Whether our own `history.back()` is pending. */
let leaving = false;
let settling = false;

/** Whether the current history entry is ours. The mark has the URL, because a router may copy the state. */
const onGuard = (): boolean => Object(history.state)[MARK] === location.href;

/**
 * Calls `handler` when the user goes back (with Telegram's button, or outside Telegram with Android's) and no
 * later handler is active. Returns a function that removes the handler and its history entry.
 *
 * @param isShownByApp whether the app itself shows Telegram's button, if the app provides it.
 */
export function onBackPress(handler: () => void, isShownByApp?: () => boolean): () => void {
  if (isTelegram()) return pushBackHandler(handler, isShownByApp);
  if (currentPlatform().os !== 'android') return () => undefined;
  const layer = (): void => handler();
  layers.push(layer);
  settleSoon();
  return () => {
    const index = layers.indexOf(layer);
    if (index >= 0) layers.splice(index, 1);
    settleSoon();
  };
}

/**
 * Passes a Back press to the topmost handler. Returns false if there is none. Chrome on Android sends the
 * press to an open dialog, before the history.
 */
export function pressBack(): boolean {
  const top = layers.at(-1);
  top?.();
  return top !== undefined;
}

/**
 * Updates the history once for all changes within one task, so that a sheet that replaces another does not
 * change the history.
 */
function settleSoon(): void {
  if (!settling) setTimeout(settle);
  settling = true;
}

/** Keeps one history entry above the page while there are handlers. */
function settle(): void {
  settling = false;
  if (leaving) return;
  if (layers.length > 0 && !onGuard()) {
    if (guarded === null) window.addEventListener('popstate', onPopState);
    guarded = location.href;
    // The URL and the state, except the mark, are unchanged, so a router shows nothing new.
    history.pushState({ ...history.state, [MARK]: guarded }, '');
  } else if (layers.length === 0 && onGuard()) {
    leaving = true;
    history.back();
  }
}

/** Handles Back. Also listens while our entry is below a later navigation, to remove it on the return. */
function onPopState(): void {
  if (!onGuard() && location.href === guarded) {
    guarded = null;
    window.removeEventListener('popstate', onPopState);
    if (!leaving) pressBack();
  }
  leaving = false;
  settleSoon();
}

// A sheet can be a React child of another. Events of the inner sheet bubble to the outer one, which must
// ignore them.
const isOwn = ({ target, currentTarget }: SyntheticEvent): boolean =>
  target instanceof Element && target.closest('dialog') === currentTarget;

const isOutside = (event: SyntheticEvent): boolean =>
  isOwn(event) && (event.target as Element).hasAttribute('data-outside');

/** Returns the handlers that close a dialog without a button: Escape, Back, a press outside its card. */
export function useWaysOut(
  dismiss: () => void,
  shown: boolean,
  keepsOutside = false,
): DialogHTMLAttributes<HTMLDialogElement> {
  const downOutside = useRef(false);
  return {
    onKeyDown(event) {
      if (event.key !== 'Escape' || event.defaultPrevented || !isOwn(event)) return;
      // By default, Chrome may close several dialogs with one press.
      event.preventDefault();
      dismiss();
    },
    onCancel(event) {
      if (!isOwn(event)) return;
      // The sheet closes itself after its exit animation. Chrome on Android sends Back as this event.
      event.preventDefault();
      if (!pressBack()) dismiss();
    },
    onClose({ currentTarget }) {
      // The browser has closed the dialog.
      if (shown && !currentTarget.open) dismiss();
    },
    onPointerDown(event) {
      downOutside.current = isOutside(event);
    },
    onClick(event) {
      // A text selection that ends outside the card is not a press outside.
      if (!keepsOutside && downOutside.current && isOutside(event)) dismiss();
    },
  };
}
