import { type HostSwitch, setSwitch, wantedByOthers } from './host-switch.js';

const SWIPE: HostSwitch = {
  method: 'web_app_setup_swipe_behavior',
  since: '7.7',
  field: 'allow_vertical_swipe',
  initial: true,
  official: (app) => app.isVerticalSwipesEnabled,
};

let locks = 0;
/** Whether this module has switched the swipe off. */
let isOurs = false;

/**
 * Prevents vertical swipes from minimizing the app, for example while a sheet can be dragged. Needs Mini Apps
 * 7.7; older clients ignore it. Locks are counted; each call returns a function that releases its lock. If
 * another script has locked the swipe, or may have, it does not change.
 * @param isAllowedByApp returns whether the app allows the swipe. Default: the state that other scripts have
 *   set.
 */
export function lockVerticalSwipe(isAllowedByApp?: () => boolean): () => void {
  const isAllowed = () => isAllowedByApp?.() ?? wantedByOthers(SWIPE);
  if (locks++ === 0) {
    isOurs = isAllowed() === true;
    if (isOurs) setSwitch(SWIPE, false);
  }
  let held = true;
  return () => {
    if (held && --locks === 0 && isOurs && isAllowed()) setSwitch(SWIPE, true);
    held = false;
  };
}
