import { type ReactNode, useRef, useState } from 'react';
import type { TelegramOptions } from '../../types/options.js';
import { usePresence } from '../presence/use-presence.js';
import { useKept } from '../use-kept.js';
import { SheetDialog } from './SheetDialog.js';

export type SheetProps = {
  open: boolean;
  /** The visitor wants it closed: by its button, Escape, a press outside, a flick, or Back. */
  onDismiss: () => void;
  /** A press outside does not close it: what it shows is not to be lost by a slip. */
  keepsOutside?: boolean;
  /** Stands in the page before it is opened, out of sight and reach: then it has only to be shown. */
  prerendered?: boolean | undefined;
  /** Whether Android's back closes it, and Telegram's. @default true */
  androidBack?: boolean;
  /** What it may use of Telegram's controls. */
  telegram?: TelegramOptions;
  children: ReactNode;
};

/**
 * A modal: a bottom sheet on phones, a card elsewhere. What is in it lives as long as it is open,
 * stays as it was while it goes, and begins anew when it is opened again.
 */
export function Sheet({ open, prerendered, children, ...props }: SheetProps) {
  // The exit is that of the card: a notice in the same dialog may go on moving.
  const card = useRef<HTMLDivElement>(null);
  const presence = usePresence(open, card);
  const [{ was, life }, setLife] = useState({ was: presence, life: 0 });
  if (presence !== was) setLife({ was: presence, life: life + Number(was === 'closing') });
  const content = useKept(children, !open);
  return presence === 'closed' && !prerendered ? null : (
    <SheetDialog {...props} card={card} presence={presence} life={life}>
      {content}
    </SheetDialog>
  );
}
