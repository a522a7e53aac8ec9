import { head } from '#head';

interface Entry {
  readonly press: () => void;
}

const entries = new Set<Entry>();
let shown = false;
let listening = false;

const show = (isVisible: boolean): boolean =>
  head().tell('web_app_setup_back_button', '6.1', { is_visible: isVisible });

/** One message after all handlers of this task have come and gone: a route change must not flicker. */
function settle(): void {
  queueMicrotask(() => {
    const wanted = entries.size > 0;
    if (wanted !== shown && show(wanted)) shown = wanted;
  });
}

function press(): void {
  const top = [...entries].pop();
  if (top) top.press();
  // A button left over from before a reload: nobody wants it, so it goes.
  else show(false);
}

/**
 * Puts a handler on top of the stack for Telegram's Back: the top one alone gets the press, and the
 * button shows while the stack is not empty. Returns a function that takes the handler out again,
 * from wherever it is in the stack.
 */
export function pushBackHandler(handler: () => void): () => void {
  if (!listening) head().on('back_button_pressed', press);
  listening = true;
  const entry = { press: handler };
  entries.add(entry);
  settle();
  return () => {
    entries.delete(entry);
    settle();
  };
}
