/** A finger that has gone this far means it, px. */
const START = 6;
/** Farthest that the sheet follows upwards, px. */
const STRETCH = 48;
/** What closes on release: this part of the height, or this speed, px/ms, over the last stretch. */
const FAR = 0.25;
const FAST = 0.4;
const MEASURED_MS = 100;

const FIELDS = 'input, textarea, select, [contenteditable]';

type Hold = {
  id: number;
  x: number;
  y: number;
  /** What scrolls under the finger: it comes first, while it can. */
  scrollers: Element[];
  /** Undecided until the pointer has gone far enough. */
  state: 'undecided' | 'dragging' | 'left';
  trail: { y: number; time: number }[];
};

/**
 * The sheet follows the finger (or the mouse, by the header) and goes when it is flicked or pulled
 * far enough. Sets `--prichal-drag` on the dialog, the part of the card's height it was moved by,
 * and `data-dragging`. `enabled` is asked when a finger comes down. Returns what takes it all off.
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
    dialog.style.setProperty('--prichal-drag', String(y / card.offsetHeight));

  const letGo = (): void => {
    hold = null;
    dialog.removeAttribute('data-dragging');
  };
  const springBack = (): void => {
    if (hold?.state === 'dragging') moveTo(0);
    letGo();
  };

  const onDown = (event: PointerEvent): void => {
    const target = event.target as Element;
    // A second finger pinches.
    if (hold) return void springBack();
    dragged = false;
    if (!card.contains(target) || event.button > 0 || target.closest(FIELDS)) return;
    const scrollers = scrollersOf(target, card);
    const { pointerId: id, clientX: x, clientY: y } = event;
    // A mouse selects text; it drags by the header.
    const onText = event.pointerType === 'mouse' && scrollers.length > 0;
    const state = onText || !enabled() ? 'left' : 'undecided';
    hold = { id, x, y, scrollers, state, trail: [] };
  };

  /** Whether the browser shall keep its hands off this move. */
  const follow = (x: number, y: number): boolean => {
    if (!hold) return false;
    const down = y - hold.y;
    const distance = Math.max(Math.abs(x - hold.x), Math.abs(down));
    const stuck = distance === Math.abs(down) && !hold.scrollers.some((at) => canScroll(at, down));
    if (hold.state === 'undecided' && distance > START) {
      const ours = stuck && (down > 0 || !hold.scrollers[0]) && !selects(card);
      hold.state = ours ? 'dragging' : 'left';
      if (ours) {
        dragged = true;
        hold.y = y;
        dialog.setPointerCapture(hold.id);
        dialog.setAttribute('data-dragging', '');
      }
    }
    return hold.state === 'dragging' || stuck;
  };

  const onMove = ({ pointerId, clientX, clientY, timeStamp }: PointerEvent): void => {
    if (pointerId !== hold?.id) return;
    follow(clientX, clientY);
    if (hold.state !== 'dragging') return;
    const y = clientY - hold.y;
    moveTo(y < 0 ? (y * STRETCH) / (STRETCH - y) : y);
    hold.trail.push({ y: clientY, time: timeStamp });
  };

  const onUp = ({ pointerId, clientY, timeStamp }: PointerEvent): void => {
    if (pointerId !== hold?.id) return;
    const { state, y, trail } = hold;
    const from = trail.find(({ time }) => timeStamp - time < MEASURED_MS);
    const speed = from ? (clientY - from.y) / Math.max(1, timeStamp - from.time) : 0;
    const far = clientY - y > card.offsetHeight * FAR && speed > -FAST;
    if (state !== 'dragging' || !(far || speed > FAST)) return void springBack();
    letGo();
    onClose();
  };

  const onCancel = ({ pointerId }: PointerEvent): void => {
    if (pointerId === hold?.id) springBack();
  };
  const onTouchMove = (event: TouchEvent): void => {
    const [touch, second] = event.touches;
    if (touch && !second && event.cancelable && follow(touch.clientX, touch.clientY)) {
      event.preventDefault();
    }
  };
  const onClick = (event: MouseEvent): void => {
    // A drag that began on a button is no press of it. A key's click (detail 0) is one.
    if (!dragged || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const off = new AbortController();
  const { signal } = off;
  dialog.addEventListener('pointerdown', onDown, { signal });
  dialog.addEventListener('pointermove', onMove, { signal });
  dialog.addEventListener('pointerup', onUp, { signal });
  dialog.addEventListener('pointercancel', onCancel, { signal });
  // Not passive: the browser scrolls unless the first move is taken from it.
  dialog.addEventListener('touchmove', onTouchMove, { signal, passive: false });
  dialog.addEventListener('click', onClick, { signal, capture: true });
  return () => off.abort();
}

function scrollersOf(target: Element, card: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = target; at && at !== card; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) found.push(at);
  }
  return found;
}

/** Whether there is room the way the finger goes. */
const canScroll = (scroller: Element, down: number): boolean =>
  down > 0
    ? scroller.scrollTop > 0
    : scroller.scrollTop < scroller.scrollHeight - scroller.clientHeight - 1;

function selects(card: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && card.contains(selection.anchorNode);
}
