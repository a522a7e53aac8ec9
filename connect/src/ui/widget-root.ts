/** An element outside the app's React tree. */
export type WidgetRoot = { element: Element; remove(): void };

/** Default of `widgetRootId`: the peer's id. */
const DEFAULT_ID = 'tc-widget-root';

/**
 * Creates an element in the widget's root element. Creates the root if the page has none. Several elements
 * can share a created root, which is removed with the last of them.
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
 * Moves an element with `popover="manual"` to the top layer, above every `z-index`. In browsers without
 * popovers (Chrome before 114, Safari before 17, Firefox before 125) it stays in its place.
 */
export function showInTopLayer(element: HTMLElement): void {
  if (!('showPopover' in element) || !element.isConnected) return;
  if (!element.matches(':popover-open')) element.showPopover();
}
