import { channel } from '../host/channel.js';
import { type LiveValue, liveValue } from '../host/live-value.js';
import { isTelegram } from '../launch/params.js';

/**
 * Whether somebody can see the app: the document is visible, and the host has not minimised it or
 * put another app in front.
 */
export const visibility: LiveValue<boolean> = liveValue((set) => {
  if (typeof document === 'undefined') return true;
  let shownByHost = true;
  const now = () => shownByHost && document.visibilityState === 'visible';
  let current = now();
  const update = () => {
    if (now() === current) return;
    current = now();
    set(current);
  };
  document.addEventListener('visibilitychange', update);
  if (isTelegram()) {
    channel().on('visibility_changed', (data) => {
      shownByHost = (data as { is_visible?: unknown } | null)?.is_visible !== false;
      update();
    });
  }
  return current;
});
