import { expand, isTelegram } from '@prichal/telegram';
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { lockScroll } from '../../device/scroll-lock.js';
import styles from './sheet.module.css';
import { SheetContext } from './sheet-context.js';

type Props = {
  dialog: RefObject<HTMLDialogElement | null>;
  closing: boolean;
  onDismiss: () => void;
  children: ReactNode;
};

/**
 * A native modal dialog as large as the window (the platform gives top layer, inert page, Escape and
 * focus return), with the card in it. `data-state`: `open`, `closing`.
 */
export function SheetDialog({ dialog, closing, onDismiss, children }: Props) {
  const titleId = useId();
  const [said, setSaid] = useState('');

  useLayoutEffect(() => {
    const element = dialog.current;
    const unlock = lockScroll();
    element?.showModal();
    if (isTelegram()) expand();
    return () => {
      element?.close();
      unlock();
    };
  }, [dialog]);

  const announce = useCallback((text: string) => setSaid(text), []);
  const sheet = useMemo(
    () => ({ titleId, dismiss: onDismiss, announce }),
    [titleId, onDismiss, announce],
  );
  const onCancel = (event: SyntheticEvent): void => {
    // Closed by us, after the exit has been played.
    event.preventDefault();
    onDismiss();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      data-state={closing ? 'closing' : 'open'}
      onCancel={onCancel}
      onClick={({ target }) => {
        if (target instanceof Element && target.hasAttribute('data-outside')) onDismiss();
      }}
    >
      <div className={styles.overlay} data-outside="" />
      <div className={styles.place} data-outside="">
        <div className={styles.card}>
          <span className={styles.handle} aria-hidden="true" />
          <SheetContext.Provider value={sheet}>{children}</SheetContext.Provider>
        </div>
      </div>
      <div role="status" className={styles.status}>
        {said}
      </div>
    </dialog>
  );
}
