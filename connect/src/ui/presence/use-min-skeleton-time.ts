import { useLayoutEffect, useRef, useState } from 'react';
import { lastShown } from '../sheet/top-dialog.js';

/** A skeleton is seen after so long, ms (its own animation waits for it), … */
const SEEN_AFTER_MS = 150;
/** … and stands for so long at least: a flash of it would be noise. */
const STANDS_MS = 300;

/** Whether what is `ready` may take its skeleton's place. */
export function useMinSkeletonTime(ready: boolean): boolean {
  const since = useRef(0);
  const [shown, setShown] = useState(ready);
  useLayoutEffect(() => {
    const waited = performance.now() - Math.max(since.current, lastShown);
    const rest = SEEN_AFTER_MS + STANDS_MS - waited;
    if (!ready) {
      since.current = performance.now();
      setShown(false);
    } else if (waited < SEEN_AFTER_MS || rest <= 0) setShown(true);
    else {
      const timer = setTimeout(() => setShown(true), rest);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [ready]);
  return ready && shown;
}
