import { useSyncExternalStore } from 'react';

/** Room for phone and wallet beside each other: the same width as in the style sheets. */
const WIDE = '(min-width: 900px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether both halves of the stand are shown. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}
