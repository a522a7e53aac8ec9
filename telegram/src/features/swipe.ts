import { tell } from '../host/channel.js';

let locks = 0;

/**
 * Keeps a vertical swipe from minimising the app (7.7; elsewhere nothing happens), for as long as
 * something that is dragged vertically is open. Locks add up; each call returns its release.
 */
export function lockVerticalSwipe(): () => void {
  if (locks++ === 0) tell('web_app_setup_swipe_behavior', { allow_vertical_swipe: false });
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    if (--locks === 0) tell('web_app_setup_swipe_behavior', { allow_vertical_swipe: true });
  };
}
