import { type RefObject, useLayoutEffect } from 'react';

/** Letter spacing shrinks in these steps, down to this, px (product specification, section 9). */
const STEP = 0.05;
const TIGHTEST = -0.4;

/** Names that changed in this task, and their text. */
const waiting: [HTMLElement, string][] = [];

/**
 * Tightens a name that does not fit; one that still does not takes two lines when it has several words, or
 * ends in an ellipsis: no word is broken.
 */
export function useFittedText(ref: RefObject<HTMLElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (!ref.current) return;
    // In a microtask, which still comes before the frame: in a dialog that is not shown yet nothing
    // has a width.
    if (waiting.push([ref.current, text]) === 1) queueMicrotask(fitAll);
  }, [ref, text]);
}

/** Measures all names before it changes any: one layout for all of them. */
function fitAll(): void {
  const names = waiting.splice(0);
  for (const [{ style }] of names) style.letterSpacing = '';
  // The steps are computed, as each letter gives the same.
  const spacings = names.map(([element, text]) => {
    const lacking = element.scrollWidth - element.clientWidth;
    return [element, -STEP * Math.ceil(lacking / [...text].length / STEP)] as const;
  });
  for (const [{ style, dataset, textContent }, spacing] of spacings) {
    if (spacing < 0) style.letterSpacing = `${Math.max(spacing, TIGHTEST).toFixed(2)}px`;
    const parts = textContent?.trim() ?? '';
    dataset.lines = spacing < TIGHTEST && /[\s\u200b\p{Pd}]/u.test(parts) ? '2' : '1';
  }
}
