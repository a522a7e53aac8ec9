import { useEffect, useState } from 'react';
import type { AccountMenu } from '../account-menu/AccountMenu.js';

type Menu = typeof AccountMenu;

/** The menu's chunk, fetched as soon as there is an address to open it under. */
export function useAccountMenu(needed: boolean): Menu | null {
  const [menu, setMenu] = useState<{ AccountMenu: Menu } | null>(null);
  useEffect(() => {
    if (!needed) return;
    let current = true;
    import('../account-menu/AccountMenu.js').then(
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
