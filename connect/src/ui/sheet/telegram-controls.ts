import { expand, hasOtherSdk, isTelegram, lockVerticalSwipe, veilBars } from '@prichal/telegram';
import { listen } from '../../core/device/listen.js';
import type { TelegramOptions } from '../../core/options.js';

type Control = boolean | (() => boolean) | undefined;

/**
 * Returns a function that gets the app's state of a control. `true` is Telegram's initial state. Undefined for
 * other values, because the state is then unknown.
 */
export const stateInApp = (control: Control, initial: boolean): (() => boolean) | undefined =>
  control === true ? () => initial : typeof control === 'function' ? control : undefined;

/** Whether the sheet may handle Back. */
export const mayHearBack = ({ backButton }: TelegramOptions): boolean =>
  backButton !== false || !isTelegram();

/**
 * Expands Telegram to its full height for an open sheet, and locks the client's swipe, which would close the
 * app under the finger. Returns a function that unlocks the swipe. Telegram has no method to undo the
 * expansion, so with another SDK on the page it is the app's decision.
 */
export function makeRoomInTelegram({ expand: mayExpand, swipe }: TelegramOptions): () => void {
  if (!isTelegram()) return () => undefined;
  if (mayExpand ?? !hasOtherSdk()) expand();
  return swipe === false ? () => undefined : lockVerticalSwipe(stateInApp(swipe, true));
}

/**
 * Dims Telegram's bars with the colour of `overlay`, also after a change of the theme. Returns a function that
 * restores their colours.
 */
export function dimTelegramBars({ bars }: TelegramOptions, overlay: Element): () => void {
  if (bars === false || !isTelegram()) return () => undefined;
  const veil = () => veilBars(getComputedStyle(overlay).backgroundColor);
  let lift = veil();
  // Its colour has a transition (sheet.module.css), whose end signals every change.
  const stop = listen(overlay, 'transitionend', ({ propertyName }: TransitionEvent) => {
    if (propertyName !== 'background-color') return;
    lift();
    lift = veil();
  });
  return () => {
    stop();
    lift();
  };
}
