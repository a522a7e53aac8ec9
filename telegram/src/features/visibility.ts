import { head } from '../host/head.js';
import { type LiveValue, liveValue } from '../host/live-value.js';

/**
 * Visibility of the app. True if the document is visible, and the host has neither minimized the app nor covered
 * it with another one.
 */
export const visibility: LiveValue<boolean> = /* @__PURE__ */ liveValue((set) => {
  const isPage = typeof document !== 'undefined';
  let shownByHost = true;
  const isVisible = () => shownByHost && (!isPage || document.visibilityState === 'visible');
  set(isVisible());
  const update = () => {
    if (isVisible() !== visibility.get()) set(isVisible());
  };
  if (isPage) document.addEventListener('visibilitychange', update);
  head().on('visibility_changed', (data) => {
    shownByHost = Object(data).is_visible !== false;
    update();
  });
});
