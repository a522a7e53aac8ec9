import { isTelegram } from '@prichal/telegram';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { pressBack } from '../../device/back-press.js';
import { Boundary } from '../boundary/Boundary.js';
import { Fault } from '../boundary/Fault.js';
import styles from './sheet.module.css';
import { SheetContext } from './sheet-context.js';
import { useBackPress } from './use-back-press.js';
import { useModal } from './use-modal.js';

type Props = {
  dialog: RefObject<HTMLDialogElement | null>;
  closing: boolean;
  /** Counts how often it was opened. */
  opening: number;
  onDismiss: () => void;
  androidBack?: boolean;
  children: ReactNode;
};

/**
 * A native modal dialog as large as the window (the platform gives top layer, inert page, Escape and
 * focus return), with the card in it. `data-state`: `open`, `closing`; `data-dragging` while the
 * card follows a finger.
 */
export function SheetDialog(props: Props) {
  const { dialog, closing, opening, onDismiss, androidBack = true, children } = props;
  const card = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [said, setSaid] = useState('');
  const latest = useRef(onDismiss);
  latest.current = onDismiss;
  const dismiss = useCallback(() => latest.current(), []);

  useModal({ dialog, card, content }, latest);
  const hearsBack = !closing && (androidBack || isTelegram());
  useBackPress(hearsBack ? dismiss : undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each opening.
  useLayoutEffect(() => {
    dialog.current?.style.removeProperty('--prichal-drag');
    (document.getElementById(titleId) ?? dialog.current)?.focus({ preventScroll: true });
  }, [dialog, titleId, opening]);

  const announce = useCallback((text: string) => setSaid(text), []);
  const sheet = useMemo(
    () => ({ titleId, dismiss, announce, hearsBack }),
    [titleId, dismiss, announce, hearsBack],
  );
  // A sheet may stand in another's tree, and what happens in it is not the other's.
  const isOwn = ({ target, currentTarget }: SyntheticEvent): boolean =>
    target instanceof Element && target.closest('dialog') === currentTarget;
  // Text that is selected to beyond the card's edge is no press outside.
  const downOutside = useRef(false);
  const isOutside = ({ target }: SyntheticEvent): boolean =>
    target instanceof Element && target.hasAttribute('data-outside');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOwn(event)) return;
    // Left to itself, Chrome may close several dialogs by one press.
    event.preventDefault();
    dismiss();
  };
  const onCancel = (event: SyntheticEvent): void => {
    // Closed by us, after the exit has been played. Back comes this way too, in Chrome on Android.
    event.preventDefault();
    if (!pressBack()) dismiss();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-state={closing ? 'closing' : 'open'}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={() => !dialog.current?.open && dismiss()}
      onPointerDown={(event) => {
        downOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (downOutside.current && isOutside(event) && isOwn(event)) dismiss();
      }}
    >
      <div className={styles.overlay} data-outside="" />
      <div className={styles.place} data-outside="">
        <div ref={card} className={styles.card}>
          <span className={styles.handle} aria-hidden="true" />
          <div ref={content} className={styles.content}>
            <SheetContext.Provider value={sheet}>
              <Boundary key={opening} fallback={<Fault />}>
                {children}
              </Boundary>
            </SheetContext.Provider>
          </div>
        </div>
      </div>
      <div role="status" className={styles.status}>
        {said}
      </div>
    </dialog>
  );
}
