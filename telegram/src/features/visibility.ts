import { head } from '#head';
import { type LiveValue, liveValue } from '../host/live-value.js';

let shownByHost = true;

const isVisible = () =>
  shownByHost && (typeof document === 'undefined' || document.visibilityState === 'visible');

/**
 * Whether somebody can see the app: the document is visible, and the host has not minimised it or
 * put another app in front.
 */
export const visibility: LiveValue<boolean> = liveValue(
  head,
  (set) => {
    if (typeof document !== 'undefined') {
      document.addEventListener('visibilitychange', () => set(isVisible()));
    }
    // Nothing is asked here, so nothing else would.
    head().greet();
    return isVisible();
  },
  {
    visibility(_before, data) {
      shownByHost = Object(data).is_visible !== false;
      return isVisible();
    },
  },
  null,
);
