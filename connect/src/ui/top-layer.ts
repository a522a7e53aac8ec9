/**
 * Lifts an element that has `popover="manual"` above whatever the page has, whichever `z-index` that
 * has. Browsers without popovers (Chrome before 114, Safari 17, Firefox 125) leave it in its place.
 */
export function showInTopLayer(element: HTMLElement): void {
  if (!('showPopover' in element) || !element.isConnected) return;
  if (!element.matches(':popover-open')) element.showPopover();
}
