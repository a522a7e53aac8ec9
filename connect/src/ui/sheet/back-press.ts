import { isTelegram, pushBackHandler } from '@prichal/telegram';
import { type DialogHTMLAttributes, type SyntheticEvent, useRef } from 'react';
import { currentPlatform } from '../../core/device/environment.js';

const MARK = 'prichalBack';

/** Handlers of a back press, the topmost last. All widgets of a page share them. */
const layers: (() => void)[] = [];
/** The page that our entry of the history stands above, or is buried above; null while there is none. */
let guarded: string | null = null;
/** A step back of our own making is under way. */
let leaving = false;
let settling = false;

/** The mark holds the address: a router may carry the state over to a page of its own. */
const onGuard = (): boolean => Object(history.state)[MARK] === location.href;

/**
 * Calls `handler` when the visitor goes back (by Telegram's button, or by Android's outside of
 * Telegram) and nobody has asked later who still listens. The release leaves no entry behind.
 *
 * @param isShownByApp whether the app shows Telegram's button by itself, where it says so.
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
 * Chrome on Android gives a press to an open dialog before the history hears of it: this hands it
 * to whoever waits for one. False when nobody does.
 */
export function pressBack(): boolean {
  const top = layers.at(-1);
  top?.();
  return top !== undefined;
}

/**
 * Settles once for all changes within one task, so that a sheet that follows another does not move
 * the history.
 */
function settleSoon(): void {
  if (!settling) setTimeout(settle);
  settling = true;
}

/** One entry stands above the page for as long as somebody listens, however many they are. */
function settle(): void {
  settling = false;
  if (leaving) return;
  if (layers.length > 0 && !onGuard()) {
    if (guarded === null) window.addEventListener('popstate', onPopState);
    guarded = location.href;
    // Same address, same state but for the mark: a router finds nothing new to show.
    history.pushState({ ...history.state, [MARK]: guarded }, '');
  } else if (layers.length === 0 && onGuard()) {
    leaving = true;
    history.back();
  }
}

/** Listens while an entry of ours is under a later navigation: it is taken out when the visitor comes back. */
function onPopState(): void {
  if (!onGuard() && location.href === guarded) {
    guarded = null;
    window.removeEventListener('popstate', onPopState);
    if (!leaving) pressBack();
  }
  leaving = false;
  settleSoon();
}

// A sheet may be a React child of another; events of the inner one bubble to the outer one and are
// not its own.
const isOwn = ({ target, currentTarget }: SyntheticEvent): boolean =>
  target instanceof Element && target.closest('dialog') === currentTarget;

const isOutside = (event: SyntheticEvent): boolean =>
  isOwn(event) && (event.target as Element).hasAttribute('data-outside');

/** What closes a dialog without a control of ours: Escape, Back, a press outside of its card. */
export function useWaysOut(
  dismiss: () => void,
  shown: boolean,
  keepsOutside = false,
): DialogHTMLAttributes<HTMLDialogElement> {
  const downOutside = useRef(false);
  return {
    onKeyDown(event) {
      if (event.key !== 'Escape' || event.defaultPrevented || !isOwn(event)) return;
      // Left to itself, Chrome may close several dialogs by one press.
      event.preventDefault();
      dismiss();
    },
    onCancel(event) {
      if (!isOwn(event)) return;
      // The sheet closes itself after its exit has been played. Chrome on Android sends Back as
      // this event.
      event.preventDefault();
      if (!pressBack()) dismiss();
    },
    onClose({ currentTarget }) {
      // The browser has closed the dialog without asking.
      if (shown && !currentTarget.open) dismiss();
    },
    onPointerDown(event) {
      downOutside.current = isOutside(event);
    },
    onClick(event) {
      // Selecting text to beyond the card's edge is no press outside.
      if (!keepsOutside && downOutside.current && isOutside(event)) dismiss();
    },
  };
}
