import { type RefObject, useRef } from 'react';
import type { Internals } from '../../types/internals.js';
import { usePresence } from '../presence/use-presence.js';
import { MenuItems } from './MenuItems.js';

export type AccountMenuProps = {
  internals: Internals;
  id: string;
  open: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** The menu under the address: 256 px wide, in and out in 150 ms. */
export function AccountMenu({ open, ...props }: AccountMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const presence = usePresence(open, menu);
  return presence === 'closed' ? null : (
    <MenuItems {...props} menu={menu} closing={presence === 'closing'} />
  );
}
