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
/** Whether the app's own button is there: what it has told, where it has. */
let appShows: (() => boolean) | undefined;
/** Gives the presses back; undefined while nobody here wants them. */
let release: (() => void) | undefined;
/** The button shows because of us. */
let shown = false;

const isOthers = () => appShows?.() ?? wantedByOthers(BACK_BUTTON);

/** One message after all handlers of this task have come and gone: a route change must not flicker. */
function settle(): void {
  queueMicrotask(() => {
    if (presses.size > 0 === (release !== undefined)) return;
    if (release) {
      release();
      release = undefined;
      // The app may have shown its own meanwhile.
      if (shown && isOthers() === false) setSwitch(BACK_BUTTON, false);
      shown = false;
      appShows = undefined;
      return;
    }
    release = intercept(PRESSED, pressTop);
    // Where the button stands already, or nobody could tell how to leave it, it stays as it is.
    shown = isOthers() === false;
    if (shown) setSwitch(BACK_BUTTON, true);
  });
}

function pressTop(): void {
  const press = [...presses].pop();
  if (press) press();
  // A button left over from before a reload: nobody wants it, so it goes.
  else if (isOthers() === false) setSwitch(BACK_BUTTON, false);
}

/**
 * Puts a handler on top of the stack for Telegram's Back: the top one alone gets the press, and the
 * button shows while the stack is not empty. Returns a function that takes the handler out again,
 * from wherever it is in the stack.
 *
 * Beside Telegram's own script or another SDK: while the stack is not empty they do not hear of a press,
 * and after it the button is as they want it. Where that cannot be known (an SDK without a global object,
 * in a frame), the button is neither shown nor hidden; presses still come here first.
 *
 * @param isShownByApp tells whether the app shows the button itself, when it knows better.
 */
export function pushBackHandler(handler: () => void, isShownByApp?: () => boolean): () => void {
  appShows = isShownByApp ?? appShows;
  // The same listener twice is one.
  head().on(PRESSED, pressTop);
  // The same handler twice is two.
  const press = () => handler();
  presses.add(press);
  settle();
  return () => {
    presses.delete(press);
    settle();
  };
}
