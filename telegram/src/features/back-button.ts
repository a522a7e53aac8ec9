import { channel, tell } from '../host/channel.js';
import { isTelegram } from '../launch/params.js';

const handlers: (() => void)[] = [];
let shown = false;
let settling = false;
let listening = false;

/** One message after all handlers of this task have come and gone: a route change must not flicker. */
function settle(): void {
  if (settling) return;
  settling = true;
  queueMicrotask(() => {
    settling = false;
    const wanted = handlers.length > 0;
    if (wanted !== shown && tell('web_app_setup_back_button', { is_visible: wanted })) {
      shown = wanted;
    }
  });
}

function press(): void {
  const top = handlers[handlers.length - 1];
  if (top) top();
  // A button left over from before a reload: nobody wants it, so it goes.
  else tell('web_app_setup_back_button', { is_visible: false });
}

/**
 * Puts a handler on top of the stack for Telegram's Back: the top one alone gets the press, and the
 * button shows while the stack is not empty. Returns a function that takes the handler out again,
 * from wherever it is in the stack.
 */
export function pushBackHandler(handler: () => void): () => void {
  if (!listening && isTelegram()) {
    listening = true;
    channel().on('back_button_pressed', press);
  }
  const entry = () => handler();
  handlers.push(entry);
  settle();
  return () => {
    const index = handlers.indexOf(entry);
    if (index >= 0) handlers.splice(index, 1);
    settle();
  };
}
