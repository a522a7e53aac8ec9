/** Least distance of the menu from the window's edges, px. */
const MARGIN = 8;
/** Distance between button and menu, px. */
const GAP = 12;

export type PopoverPosition = {
  side: 'bottom' | 'top';
  /** From the window's edges, px. */
  left: number;
  top: number;
};

/**
 * Under the button, ends aligned. Above it when there is no room below and more above; shifted
 * along it so far that the whole menu is in the window.
 */
export function popoverPosition(anchor: Element, menu: HTMLElement): PopoverPosition {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const side = below < height && above > below ? 'top' : 'bottom';
  const rightToLeft = getComputedStyle(anchor).direction === 'rtl';
  const wanted = rightToLeft ? at.left : at.right - width;
  const left = Math.max(MARGIN, Math.min(wanted, innerWidth - width - MARGIN));
  return { side, left, top: side === 'top' ? at.top - GAP - height : at.bottom + GAP };
}
