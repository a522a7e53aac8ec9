import { type RefObject, useLayoutEffect } from 'react';

/** Letter spacing shrinks in these steps, down to this, px (product specification, section 9). */
const STEP = 0.05;
const TIGHTEST = -0.4;

/** Tightens a name that does not fit; what still does not is cut by an ellipsis. */
export function useFittedText(ref: RefObject<HTMLElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is measured anew.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.style.letterSpacing = '';
    for (let step = 1; overflows(element) && step * STEP <= -TIGHTEST; step += 1) {
      element.style.letterSpacing = `${(-step * STEP).toFixed(2)}px`;
    }
  }, [ref, text]);
}

const overflows = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth;
