import { useEffect, useState } from 'react';
import { connectedChunk, loadConnectedChunk } from '../core/connected-chunk.js';
import { reportError } from '../core/device/report-error.js';
import type { ConnectedChunk, WithChunk } from '../core/internals.js';
import { afterPaint } from '../core/loading/after-paint.js';
import { useStableCallback } from './use-stable-callback.js';

/**
 * Returns the code for a connected wallet. Loads it after the next frame if it is `needed`, and at once if
 * the user `waits` for it. Calls `onLost` if the user waits and the load fails.
 */
export function useConnectedChunk(
  internals: WithChunk,
  needed: boolean,
  waits = false,
  onLost?: () => void,
): ConnectedChunk | null {
  const [chunk, setChunk] = useState(() => connectedChunk(internals));
  const reportLost = useStableCallback(() => onLost?.());
  const wanted = !chunk && (needed || waits);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const load = (): void => {
      loadConnectedChunk(internals).then(
        (loaded) => current && setChunk(loaded),
        (error: unknown) => {
          reportError(error);
          if (current && waits) reportLost();
        },
      );
    };
    const cancel = waits ? load() : afterPaint(load);
    return () => {
      current = false;
      cancel?.();
    };
  }, [internals, wanted, waits, reportLost]);
  return chunk;
}
