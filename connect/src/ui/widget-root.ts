/** An element outside of the host's own tree. */
export type WidgetRoot = { element: Element; remove(): void };

/** Where the widget stands when `widgetRootId` does not say it: the peer's id. */
const DEFAULT_ID = 'tc-widget-root';

/**
 * A new element in the widget's root element, which is made when the page has none. Several may share
 * it; the last to leave removes the one that we made.
 */
export function openWidgetRoot(id: string = DEFAULT_ID): WidgetRoot {
  const found = document.getElementById(id);
  const holder = found ?? document.createElement('div');
  if (!found) {
    holder.id = id;
    holder.dataset.prichalMade = '';
    document.body.append(holder);
  }
  const element = document.createElement('div');
  holder.append(element);
  return {
    element,
    remove() {
      element.remove();
      if ('prichalMade' in holder.dataset && !holder.firstChild) holder.remove();
    },
  };
}

/**
 * Lifts an element that has `popover="manual"` above whatever the page has, whichever `z-index` that
 * has. Browsers without popovers (Chrome before 114, Safari 17, Firefox 125) leave it in its place.
 */
export function showInTopLayer(element: HTMLElement): void {
  if (!('showPopover' in element) || !element.isConnected) return;
  if (!element.matches(':popover-open')) element.showPopover();
}
