import { type RefObject, useLayoutEffect } from 'react';
import { lockScroll } from '../../device/scroll-lock.js';
import { makeRoomInTelegram } from '../../device/telegram-controls.js';
import { isNarrowWindow } from '../../device/use-phone-layout.js';
import type { TelegramOptions } from '../../types/options.js';
import { dragToClose } from './drag-to-close.js';
import { keepFocus } from './keep-focus.js';
import { playHeight } from './play-height.js';
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
