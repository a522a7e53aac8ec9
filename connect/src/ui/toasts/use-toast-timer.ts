import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listen } from '../../device/listen.js';
import { useStableCallback } from '../use-stable-callback.js';

/** Calls `onEnd` once, `duration` ms after mounting; time does not count while `paused`. */
export function useToastTimer(duration: number, paused: boolean, onEnd: () => void): void {
  const rest = useRef(duration);
  const end = useStableCallback(onEnd);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(end, rest.current);
    return () => {
      clearTimeout(timer);
      rest.current -= performance.now() - since;
    };
  }, [paused, end]);
}

const subscribe = (listener: () => void): (() => void) =>
  listen(document, 'visibilitychange', listener);

/** Whether the page is hidden; the visitor is most likely in the wallet then. */
export const usePageHidden = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.hidden,
    () => false,
  );
