import { showInTopLayer } from '../top-layer.js';
import * as styles from './toasts.module.css';

/*
 * The one place on the page for the notices of all its widgets: two that stood in the same corner by
 * themselves would cover each other. It is in the topmost open dialog, outside of which nothing can be
 * reached, or else in the first of the widgets.
 */
const homes: Element[] = [];
let stack: HTMLElement | undefined;

/** Adds a widget's notices, for as long as no dialog is open near its `home`; returns what takes them out. */
export function joinToastStack(notices: Element, home: Element): () => void {
  stack ??= Object.assign(document.createElement('div'), {
    className: styles.stack,
    popover: 'manual',
  });
  homes.push(home);
  stack.append(notices);
  return () => {
    homes.splice(homes.indexOf(home), 1);
    notices.remove();
    const dialog = stack?.closest('dialog') ?? null;
    if (homes.length > 0) placeToastStack(dialog);
    else stack?.remove();
  };
}

/**
 * Puts the stack where it can be reached, and tells the dialog how far down it reaches. An empty
 * stack is not measured: that would lay out the whole sheet before its first frame.
 */
export function placeToastStack(dialog: HTMLElement | null): void {
  const place = dialog ?? homes[0];
  if (!stack || !place) return;
  // Only if it is elsewhere: appending it again would restart its animations and lose the focus.
  if (stack.parentNode !== place) {
    place.append(stack);
    showInTopLayer(stack);
  }
  if (!dialog) return;
  if (stack.querySelector('[data-state]')) {
    dialog.style.setProperty('--prichal-notices', `${stack.getBoundingClientRect().bottom + 8}px`);
  } else dialog.style.removeProperty('--prichal-notices');
}
