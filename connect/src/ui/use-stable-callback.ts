import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a function with the same identity in every render, which calls the `callback` of the last
 * render. For effects and event handlers; do not call it while rendering.
 */
export function useStableCallback<A extends unknown[], R>(
  callback: (...values: A) => R,
): (...values: A) => R {
  const latest = useRef(callback);
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...values) => latest.current(...values), []);
}
