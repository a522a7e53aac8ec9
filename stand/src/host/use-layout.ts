import { useSyncExternalStore } from 'react';

/** Room for phone, wallet and lab beside each other; for phone and one of them; for one. */
export type Layout = 'three' | 'two' | 'one';

/** The same widths as in the style sheets. */
const THREE = '(min-width: 1200px)';
const TWO = '(min-width: 900px)';

function subscribe(listener: () => void): () => void {
  const queries = [matchMedia(THREE), matchMedia(TWO)];
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

function look(): Layout {
  if (matchMedia(THREE).matches) return 'three';
  return matchMedia(TWO).matches ? 'two' : 'one';
}

/** How much is shown at once. What is wider than an upright phone takes the room of one part more. */
export function useLayout(wide: boolean): Layout {
  const layout = useSyncExternalStore(subscribe, look);
  return wide && layout === 'three' ? 'two' : layout;
}
