import { useCallback, useEffect, useRef, useState } from 'react';

/** True for `duration` ms after the last call of the returned function; never after unmounting. */
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
