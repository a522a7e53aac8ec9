import { useSyncExternalStore } from 'react';

/** Number of parts that fit: phone, wallet and lab; the phone and one of them; one. */
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

/** Returns the layout. A device wider than an upright phone takes the space of another part. */
export function useLayout(wide: boolean): Layout {
  const layout = useSyncExternalStore(subscribe, look);
  return wide && layout === 'three' ? 'two' : layout;
}
