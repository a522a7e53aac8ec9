import { useLayoutEffect, useRef } from 'react';

/** Time after a change in which presses are ignored, ms: the slowest double click. */
const GUARD_MS = 400;

/**
 * Time in which a guarded press can still arrive, ms. It starts when the page ends the guard, because a busy
 * page handles both late.
 */
const LATE_MS = 1000;

let timer: ReturnType<typeof setTimeout> | undefined;
let lateTimer: ReturnType<typeof setTimeout> | undefined;
/** Callbacks to run at the end of the guard. */
const waiting: (() => void)[] = [];
/** Time of the last change, comparable to `event.timeStamp`, ms. */
let changed = 0;
/** The roots that were on the page at the last change. Later roots are not guarded. */
let roots: Element[] = [];

/**
 * Ignores presses for 400 ms. Call it when something opens, closes or moves, because a quick second press
 * was meant for the previous content. Sets `data-press-guard` on every root of the page's widgets, and
 * sheet-reset.css makes their controls unpressable. Scrolling and keys still work. Browser automation waits
 * until the controls can be pressed.
 */
export function guardPresses(): void {
  clearTimeout(timer);
  clearTimeout(lateTimer);
  changed = performance.now();
  mark(false);
  roots = [...document.querySelectorAll('[data-prichal-root]')];
  mark(true);
  listenTo('mousedown', leaveFocus, true);
  listenTo('click', dropLate, true);
  timer = setTimeout(() => {
    timer = undefined;
    mark(false);
    listenTo('mousedown', leaveFocus, false);
    lateTimer = setTimeout(() => listenTo('click', dropLate, false), LATE_MS);
    for (const run of waiting.splice(0)) run();
  }, GUARD_MS);
}

function mark(on: boolean): void {
  for (const root of roots) root.toggleAttribute('data-press-guard', on);
}

const listenTo = (type: string, listener: (event: MouseEvent) => void, on: boolean): void =>
  window[on ? 'addEventListener' : 'removeEventListener'](type, listener as EventListener, true);

/** Keeps the focus where the change has moved it. */
function leaveFocus(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest('[data-press-guard]') && !target.closest('input')) event.preventDefault();
}

/** Ignores a guarded press that arrives after the guard. Not a key's click (detail 0). */
function dropLate(event: MouseEvent): void {
  if (!event.detail || event.timeStamp > changed + GUARD_MS) return;
  const root = (event.target as Element).closest('[data-prichal-root]');
  if (!root || !roots.includes(root)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Calls `press` unless the guard is active. For presses without an element, such as Back. */
export const guarded = (press: () => void): void => {
  if (timer === undefined) press();
};

/** Calls `run` at the end of the guard. In a microtask if the guard is not active by then. */
export const whenTaken = (run: () => void): void =>
  queueMicrotask(() => {
    if (timer === undefined) run();
    else waiting.push(run);
  });

/** Guards presses whenever `shown` changes. `first` is the value before the first render. */
export function usePressGuard(shown: unknown, first = shown): void {
  const before = useRef(first);
  useLayoutEffect(() => {
    if (before.current !== shown) guardPresses();
    before.current = shown;
  }, [shown]);
}
