import { type DialogHTMLAttributes, type SyntheticEvent, useRef } from 'react';
import { pressBack } from '../../device/back-press.js';

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
