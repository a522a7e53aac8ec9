import { useLayoutEffect, useRef } from 'react';

/** How long after a change no press is taken, ms: the slowest second click of a double click. */
const GUARD_MS = 400;

/**
 * How long a press of that time may still come, ms. It counts from when the page has had time to end the
 * guard: a busy one hears both late.
 */
const LATE_MS = 1000;

let timer: ReturnType<typeof setTimeout> | undefined;
let lateTimer: ReturnType<typeof setTimeout> | undefined;
/** What waits until presses are taken again. */
const waiting: (() => void)[] = [];
/** When something changed last, in the time of events, ms. */
let changed = 0;
/** The roots that were on the page then: what comes later is new to everybody. */
let roots: Element[] = [];

/**
 * Call when something opens, closes or changes its place: the second press of an impatient finger was
 * meant for what stood there before. `data-press-guard` stands on every root of the page's widgets for
 * 400 ms, and sheet-reset.css keeps presses from their controls; scrolling goes on, and so do keys,
 * whose focus moves with what they open. Browser automation waits by itself, as for any control that
 * cannot be hit.
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

/** The focus stays where the change has put it. */
function leaveFocus(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest('[data-press-guard]') && !target.closest('input')) event.preventDefault();
}

/** A press of the guarded time that is heard only behind it. A key's click (detail 0) is no such press. */
function dropLate(event: MouseEvent): void {
  if (!event.detail || event.timeStamp > changed + GUARD_MS) return;
  const root = (event.target as Element).closest('[data-prichal-root]');
  if (!root || !roots.includes(root)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A press that no element takes, as Back: `press`, unless something has just changed its place. */
export const guarded = (press: () => void): void => {
  if (timer === undefined) press();
};

/** Calls `run` when presses are taken again; soon, where nothing changes in this very task. */
export const whenTaken = (run: () => void): void =>
  queueMicrotask(() => {
    if (timer === undefined) run();
    else waiting.push(run);
  });

/** Guards presses whenever `shown` changes, at the first render from what is said to be `first`. */
export function usePressGuard(shown: unknown, first = shown): void {
  const before = useRef(first);
  useLayoutEffect(() => {
    if (before.current !== shown) guardPresses();
    before.current = shown;
  }, [shown]);
}
