import { useRef } from 'react';
import type { AccountMenuProps } from '../../types/internals.js';
import { usePresence } from '../presence/use-presence.js';
import { MenuItems } from './MenuItems.js';

/** The menu under the address: 256 px wide, in and out in 150 ms. */
export function AccountMenu({ open, ...props }: AccountMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const presence = usePresence(open, menu);
  return presence === 'closed' ? null : (
    <MenuItems {...props} menu={menu} closing={presence === 'closing'} />
  );
}
