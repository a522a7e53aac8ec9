import { useLayoutEffect, useRef, useState } from 'react';
import { lastShown } from './sheet/top-dialog.js';

/** A skeleton becomes visible after this time, ms (`--prichal-medium`, for which its animation waits), … */
const SEEN_AFTER_MS = 150;
/** … and then stays for at least this time, ms, so that it does not flash. */
const STANDS_MS = 300;

/** Whether content that is `ready` may replace its skeleton now. */
export function useMinSkeletonTime(ready: boolean): boolean {
  const since = useRef(0);
  const [shown, setShown] = useState(ready);
  if (shown && !ready) setShown(false);
  useLayoutEffect(() => {
    const waited = performance.now() - Math.max(since.current, lastShown);
    const rest = SEEN_AFTER_MS + STANDS_MS - waited;
    if (!ready) {
      since.current = performance.now();
    } else if (waited < SEEN_AFTER_MS || rest <= 0) setShown(true);
    else {
      const timer = setTimeout(() => setShown(true), rest);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [ready]);
  return ready && shown;
}
