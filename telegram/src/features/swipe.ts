import { type HostSwitch, setSwitch, wantedByOthers } from './host-switch.js';

const SWIPE: HostSwitch = {
  method: 'web_app_setup_swipe_behavior',
  since: '7.7',
  field: 'allow_vertical_swipe',
  initial: true,
  official: (app) => app.isVerticalSwipesEnabled,
};

let locks = 0;
/** The swipe is off because of us. */
let isOurs = false;

/**
 * Keeps a vertical swipe from minimising the app (7.7; elsewhere nothing happens), for as long as
 * something that is dragged vertically is open. Locks add up; each call returns its release. Where
 * another script of the page has locked it, or may have, it stays as it is.
 *
 * @param isAllowedByApp tells whether the app allows the swipe, when it knows better.
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
