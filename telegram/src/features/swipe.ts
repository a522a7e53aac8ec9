import { head } from '#head';

let locks = 0;

function allow(isAllowed: boolean): void {
  head().tell('web_app_setup_swipe_behavior', '7.7', { allow_vertical_swipe: isAllowed });
}

/**
 * Keeps a vertical swipe from minimising the app (7.7; elsewhere nothing happens), for as long as
 * something that is dragged vertically is open. Locks add up; each call returns its release.
 */
export function lockVerticalSwipe(): () => void {
  if (locks++ === 0) allow(false);
  let held = true;
  return () => {
    if (held && --locks === 0) allow(true);
    held = false;
  };
}
