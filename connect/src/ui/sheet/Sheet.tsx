import { type ReactNode, useRef } from 'react';
import { usePresence } from '../presence/use-presence.js';
import { SheetDialog } from './SheetDialog.js';

export type SheetProps = { open: boolean; onDismiss: () => void; children: ReactNode };

/** A modal: a bottom sheet on phones, a card elsewhere. What is in it lives as long as it is open. */
export function Sheet({ open, ...props }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const presence = usePresence(open, dialog);
  return presence === 'closed' ? null : (
    <SheetDialog {...props} dialog={dialog} closing={presence === 'closing'} />
  );
}
