import { head } from '../host/head.js';
import { intercept } from '../host/intercept.js';
import { type HostSwitch, setSwitch, wantedByOthers } from './host-switch.js';

const BACK_BUTTON: HostSwitch = {
  method: 'web_app_setup_back_button',
  since: '6.1',
  field: 'is_visible',
  initial: false,
  official: (app) => app.BackButton?.isVisible,
};
const PRESSED = 'back_button_pressed';

const presses = new Set<() => void>();
/** Returns whether the app shows the button itself. Undefined if the app has not said how to find out. */
let appShows: (() => boolean) | undefined;
/** Stops the interception of presses. Undefined while there are no handlers. */
let release: (() => void) | undefined;
/** Whether this module has shown the button. */
let shown = false;

const isOthers = () => appShows?.() ?? wantedByOthers(BACK_BUTTON);

/** Updates the client after the current task, so that a route change does not make the button flicker. */
function settle(): void {
  queueMicrotask(() => {
    if (presses.size > 0 === (release !== undefined)) return;
    if (release) {
      release();
      release = undefined;
      // The app may have shown its own button meanwhile.
      if (shown && isOthers() === false) setSwitch(BACK_BUTTON, false);
      shown = false;
      appShows = undefined;
      return;
    }
    release = intercept(PRESSED, pressTop);
    // If the app shows the button, or its state is unknown, leave it: it could not be restored.
    shown = isOthers() === false;
    if (shown) setSwitch(BACK_BUTTON, true);
  });
}

function pressTop(): void {
  const press = [...presses].pop();
  if (press) press();
  // The button is left over from before a reload and has no handler.
  else if (isOthers() === false) setSwitch(BACK_BUTTON, false);
}

/**
 * Adds a handler for Telegram's Back button to the top of a stack. Only the top handler receives the press.
 * The button is shown while the stack is not empty. Returns a function that removes the handler from any
 * position.
 *
 * While the stack is not empty, Telegram's own script and other SDKs do not receive presses. Afterwards the
 * button has the state that they set. If that state is unknown (an SDK without a global object, in a frame),
 * the button is neither shown nor hidden, but its presses still go to the handler first.
 * @param isShownByApp returns whether the app itself shows the button. Default: the state that other scripts
 *   have set.
 */
export function pushBackHandler(handler: () => void, isShownByApp?: () => boolean): () => void {
  appShows = isShownByApp ?? appShows;
  // Listeners are a set, so repeated calls add it once.
  head().on(PRESSED, pressTop);
  // A new function for each call, so that the same handler can be added twice.
  const press = () => handler();
  presses.add(press);
  settle();
  return () => {
    presses.delete(press);
    settle();
  };
}
