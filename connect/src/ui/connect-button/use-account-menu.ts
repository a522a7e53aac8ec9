import { useEffect, useState } from 'react';
import { loadLazyChunk } from '../../ton-connect-ui/load-lazy-chunk.js';
import type { AccountMenu } from '../account-menu/AccountMenu.js';

type Menu = typeof AccountMenu;

/** The menu, which comes with the chunk that a connection needs anyway. */
export function useAccountMenu(needed: boolean): Menu | null {
  const [menu, setMenu] = useState<{ AccountMenu: Menu } | null>(null);
  useEffect(() => {
    if (!needed) return;
    let current = true;
    loadLazyChunk().then(
      (chunk) => current && setMenu(chunk),
      // The button still shows the address; the chunk is asked for again with the next connection.
      (error: unknown) => reportError(error),
    );
    return () => {
      current = false;
    };
  }, [needed]);
  return menu?.AccountMenu ?? null;
}
