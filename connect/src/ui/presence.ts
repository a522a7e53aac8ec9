import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type Presence = 'open' | 'closing' | 'closed';

/**
 * Keeps a part on the page until its exit animation has ended: `closing` while the animations under `ref`
 * run (style them with `data-state="closing"`), then `closed`.
 */
export function usePresence(open: boolean, ref: RefObject<HTMLElement | null>): Presence {
  const [presence, setPresence] = useState<Presence>(open ? 'open' : 'closed');
  if (open && presence !== 'open') setPresence('open');
  if (!open && presence === 'open') setPresence('closing');

  useEffect(() => {
    if (presence !== 'closing') return;
    let current = true;
    void Promise.allSettled(exits(ref.current)).then(() => {
      if (current) setPresence('closed');
    });
    return () => {
      current = false;
    };
  }, [presence, ref]);

  return presence;
}

/**
 * Returns the finite animations, which excludes pulsing skeletons. Empty if the browser cannot list
 * animations.
 */
function exits(element: HTMLElement | null): Promise<unknown>[] {
  if (!element) return [];
  if (!('getAnimations' in element)) {
    // biome-ignore lint/suspicious/noConsole: the specification wants this one logged (section 8)
    console.warn('Animation is not supported in this environment');
    return [];
  }
  return element
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    .map(({ finished }) => finished);
}

/** Returns a flag that is true for `duration` ms after the last call of the returned function. */
export function useFlash(duration: number): [on: boolean, flash: () => void] {
  const [on, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const flash = useCallback(() => {
    clearTimeout(timer.current);
    setOn(true);
    timer.current = setTimeout(() => setOn(false), duration);
  }, [duration]);
  return [on, flash];
}

/** Returns `value`, or while `kept` the last value before that. */
export function useKept<T>(value: T, kept: boolean): T {
  const [last, setLast] = useState(value);
  if (kept || last === value) return last;
  setLast(value);
  return value;
}
