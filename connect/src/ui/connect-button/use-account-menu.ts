import { type ComponentType, useEffect, useState } from 'react';
import { reportError } from '../../device/report-error.js';
import type { AccountMenuProps, Internals, LazyChunk } from '../../types/internals.js';

/** The menu, which comes with the chunk that a connection needs anyway. */
export function useAccountMenu(
  { lazyChunk }: Internals,
  needed: boolean,
): ComponentType<AccountMenuProps> | null {
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
  return chunk?.AccountMenu ?? null;
}
