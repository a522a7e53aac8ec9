import { head } from '#head';

const presses = new Set<() => void>();
let shown = false;

const show = (isVisible: boolean): boolean =>
  head().tell('web_app_setup_back_button', '6.1', { is_visible: isVisible });

/** One message after all handlers of this task have come and gone: a route change must not flicker. */
function settle(): void {
  queueMicrotask(() => {
    const wanted = presses.size > 0;
    if (wanted === shown) return;
    shown = wanted;
    show(shown);
  });
}

function pressTop(): void {
  const press = [...presses].pop();
  if (press) press();
  // A button left over from before a reload: nobody wants it, so it goes.
  else show(false);
}

/**
 * Puts a handler on top of the stack for Telegram's Back: the top one alone gets the press, and the
 * button shows while the stack is not empty. Returns a function that takes the handler out again,
 * from wherever it is in the stack.
 */
export function pushBackHandler(handler: () => void): () => void {
  // The same listener twice is one.
  head().on('back_button_pressed', pressTop);
  // The same handler twice is two.
  const press = () => handler();
  presses.add(press);
  settle();
  return () => {
    presses.delete(press);
    settle();
  };
}
