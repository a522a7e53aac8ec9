import { expand, hasOtherSdk, isTelegram, lockVerticalSwipe } from '@prichal/telegram';
import type { TelegramOptions } from '../types/options.js';

type Control = boolean | (() => boolean) | undefined;

/** How the app has a control, as far as it says so: `true` stands for "as Telegram has it at first". */
export const stateInApp = (control: Control, initial: boolean): (() => boolean) | undefined =>
  control === true ? () => initial : control || undefined;

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
