import { useEffect, useState } from 'react';
import { reportError } from '../../device/report-error.js';
import type { Internals, LazyChunk } from '../../types/internals.js';

/** The lazy chunk, which has the account menu. Null until it is `needed` and loaded. */
export function useLazyChunk({ lazyChunk }: Internals, needed: boolean): LazyChunk | null {
  const [chunk, setChunk] = useState<LazyChunk | null>(null);
  useEffect(() => {
    if (!needed) return;
    let current = true;
    lazyChunk.load().then(
      (loaded) => current && setChunk(loaded),
      // The button still shows the address; the chunk is asked for again with the next connection.
      (error: unknown) => reportError(error),
    );
    return () => {
      current = false;
    };
  }, [lazyChunk, needed]);
  return chunk;
}
