import { type RefObject, useEffect, useState } from 'react';

export type Presence = 'open' | 'closing' | 'closed';

/**
 * Keeps a part on the page until its exit has been played: `closing` while the animations under
 * `ref` run (give them by `data-state="closing"`), then `closed`.
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
 * The animations that end, which excludes pulsing skeletons; none where the browser cannot list
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
