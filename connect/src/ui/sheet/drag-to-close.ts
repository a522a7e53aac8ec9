/** Distance at which a drag starts, px. */
const START = 6;
/** Maximum distance that the sheet follows upwards, px. */
const STRETCH = 48;
/** A release closes the sheet beyond this part of its height, or at this speed, px/ms. */
const FAR = 0.25;
const FAST = 0.4;
/** A finger that rested this long before its release has no speed, ms. */
const REST = 100;

type Hold = {
  x: number;
  y: number;
  /** Scrollers under the finger. They scroll before the sheet moves. */
  scrollers: Element[];
  /** Null until the pointer has moved `START` px. */
  dragging: boolean | null;
  /** The last move. */
  at: number;
  time: number;
  speed: number;
};

/**
 * Moves the sheet with the finger (or the mouse, at the header) and closes it after a flick or a long pull.
 * Sets `--prichal-drag` on the dialog, the moved part of the card's height, and `data-dragging`. Calls
 * `enabled` at the start of each touch. Returns a function that removes the listeners.
 */
export function dragToClose(
  dialog: HTMLElement,
  card: HTMLElement,
  enabled: () => boolean,
  onClose: () => void,
): () => void {
  let hold: Hold | null = null;
  let dragged = false;

  const moveTo = (y: number): void =>
    dialog.style.setProperty('--prichal-drag', `${y / card.offsetHeight}`);

  const letGo = (close: boolean): void => {
    if (hold?.dragging && !close) moveTo(0);
    hold = null;
    dialog.toggleAttribute('data-dragging', false);
    if (close) onClose();
  };

  /** Whether the browser must not handle this move itself. */
  const follow = ({ clientX, clientY }: Touch | PointerEvent): boolean => {
    if (!hold) return false;
    const down = clientY - hold.y;
    const distance = Math.max(Math.abs(clientX - hold.x), Math.abs(down));
    const stuck = distance === Math.abs(down) && !hold.scrollers.some((at) => canScroll(at, down));
    if (hold.dragging === null && distance > START) {
      hold.dragging = stuck && (down > 0 || !hold.scrollers[0]) && !selectsText();
      hold.y = hold.at = clientY;
      dragged = hold.dragging;
      dialog.toggleAttribute('data-dragging', dragged);
    }
    return hold.dragging || stuck;
  };

  const off = new AbortController();
  const on = <T extends keyof HTMLElementEventMap>(
    type: T,
    handler: (event: HTMLElementEventMap[T]) => void,
    // Not passive: the browser scrolls unless the first move is prevented.
  ) =>
    dialog.addEventListener(type, handler, { signal: off.signal, passive: false, capture: true });

  on('pointerdown', (event) => {
    const target = event.target as Element;
    // A second finger starts a pinch, which ends the drag.
    letGo(false);
    dragged = false;
    if (!event.isPrimary || event.button || target.closest('input, textarea, select')) return;
    if (!card.contains(target)) return;
    const scrollers = scrollersOf(target, card);
    // A mouse selects text. It drags only at the header.
    const leave = !enabled() || (event.pointerType === 'mouse' && scrollers[0]);
    const { clientX: x, clientY: y, timeStamp: time } = event;
    hold = { x, y, scrollers, dragging: leave ? false : null, at: y, time, speed: 0 };
  });
  on('pointermove', (event) => {
    follow(event);
    if (!hold?.dragging) return;
    // With the capture, moves still arrive if the element under the finger was removed.
    dialog.setPointerCapture(event.pointerId);
    const { clientY, timeStamp } = event;
    const y = clientY - hold.y;
    moveTo(y < 0 ? (y * STRETCH) / (STRETCH - y) : y);
    hold.speed = (hold.speed + (clientY - hold.at) / (timeStamp - hold.time || 1)) / 2;
    hold.at = clientY;
    hold.time = timeStamp;
  });
  on('pointerup', ({ timeStamp }) => {
    if (!hold) return;
    const speed = timeStamp - hold.time < REST ? hold.speed : 0;
    const far = hold.at - hold.y > card.offsetHeight * FAR && speed > -FAST;
    letGo(hold.dragging === true && (far || speed > FAST));
  });
  on('pointercancel', () => letGo(false));
  on('touchmove', (event) => {
    const [touch, second] = event.touches;
    if (touch && !second && event.cancelable && follow(touch)) event.preventDefault();
  });
  on('click', (event) => {
    // A drag that started on a button does not press it. A key's click (detail 0) does.
    if (!dragged || !event.detail) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => off.abort();
}

function scrollersOf(target: Element, card: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = target; at && at !== card; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) found.push(at);
  }
  return found;
}

/** Whether the scroller can scroll in the direction of the finger. */
const canScroll = (scroller: Element, down: number): boolean =>
  down > 0
    ? scroller.scrollTop > 0
    : scroller.scrollTop < scroller.scrollHeight - scroller.clientHeight - 1;

const selectsText = (): boolean => getSelection()?.type === 'Range';
