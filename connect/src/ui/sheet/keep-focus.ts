const FOCUSABLE = 'a[href], button:enabled, input:enabled, select, textarea, [tabindex]';

/** Where the focus was before each open dialog, and what that stood in, the nearest first. */
const origins = new Map<Element, Element[]>();

/**
 * Call before a dialog is shown. The platform gives the focus back to the element that had it; the
 * answer, called once the dialog is closed, does so when that element is gone: to what has taken
 * its place, or to where the dialog below came from.
 */
export function keepFocus(dialog: HTMLDialogElement): () => void {
  const origin: Element[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
    origin.push(at, ...(origins.get(at) ?? []));
  }
  origins.set(dialog, origin);
  return () => {
    origins.delete(dialog);
    for (const place of origin) {
      const { activeElement: at, body } = document;
      if (at && at !== body && !dialog.contains(at)) return;
      const target = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE);
      if (target instanceof HTMLElement && place.isConnected) target.focus({ preventScroll: true });
    }
  };
}
