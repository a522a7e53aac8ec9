import { expand, hasOtherSdk, isTelegram, lockVerticalSwipe, veilBars } from '@prichal/telegram';
import { listen } from '../../core/device/listen.js';
import type { TelegramOptions } from '../../core/options.js';

type Control = boolean | (() => boolean) | undefined;

/**
 * How the app has a control, as far as it says so: `true` stands for "as Telegram has it at first". Anything
 * that is neither that nor a function says nothing.
 */
export const stateInApp = (control: Control, initial: boolean): (() => boolean) | undefined =>
  control === true ? () => initial : typeof control === 'function' ? control : undefined;

/** Whether Back is the sheet's to hear. */
export const mayHearBack = ({ backButton }: TelegramOptions): boolean =>
  backButton !== false || !isTelegram();

/**
 * Gives an open sheet the whole height of Telegram, and keeps the client's own swipe from taking the app
 * away from under the finger. Returns what lets go of the swipe; the height stays: no method takes it back,
 * so beside another SDK it is left to the app.
 */
export function makeRoomInTelegram({ expand: mayExpand, swipe }: TelegramOptions): () => void {
  if (!isTelegram()) return () => undefined;
  if (mayExpand ?? !hasOtherSdk()) expand();
  return swipe === false ? () => undefined : lockVerticalSwipe(stateInApp(swipe, true));
}

/**
 * Telegram's bars are dimmed as the page is, by `overlay`, also when that has another colour in a new theme.
 * Returns what gives them their colours back.
 */
export function dimTelegramBars({ bars }: TelegramOptions, overlay: Element): () => void {
  if (bars === false || !isTelegram()) return () => undefined;
  const veil = () => veilBars(getComputedStyle(overlay).backgroundColor);
  let lift = veil();
  // Its colour has a transition (sheet.module.css), which tells of a change wherever that comes from.
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
