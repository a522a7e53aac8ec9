import { type RefObject, useLayoutEffect } from 'react';

/** Letter spacing shrinks in these steps, down to this, px (product specification, section 9). */
const STEP = 0.05;
const TIGHTEST = -0.4;

/**
 * Tightens a name that does not fit; one that still does not takes two lines when it has several words, or
 * ends in an ellipsis: no word is broken.
 */
export function useFittedText(ref: RefObject<HTMLElement | null>, text: string): void {
  useLayoutEffect(() => {
    // In a microtask, which still comes before the frame: in a dialog that is not shown yet nothing
    // has a width.
    queueMicrotask(() => {
      if (ref.current) fit(ref.current, text);
    });
  }, [ref, text]);
}

function fit(element: HTMLElement, text: string): void {
  element.style.letterSpacing = '';
  const { scrollWidth, clientWidth } = element;
  // The steps are computed at once, as each letter gives the same: a layout for each step would be
  // slow.
  const steps = Math.ceil((scrollWidth - clientWidth) / [...text].length / STEP);
  if (steps > 0) {
    element.style.letterSpacing = `${Math.max(-steps * STEP, TIGHTEST).toFixed(2)}px`;
  }
  const parts = element.textContent?.trim() ?? '';
  const tooLong = element.scrollWidth > element.clientWidth;
  element.dataset.lines = String(tooLong && /[\s\u200b\p{Pd}]/u.test(parts) ? 2 : 1);
}
