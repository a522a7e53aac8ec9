import { useEffect, useRef } from 'react';

/** Calls `onEnd` once, `duration` ms after mounting; time does not count while `paused`. */
export function useLife(duration: number, paused: boolean, onEnd: () => void): void {
  const rest = useRef(duration);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(() => latest.current(), rest.current);
    return () => {
      clearTimeout(timer);
      rest.current -= performance.now() - since;
    };
  }, [paused]);
}
