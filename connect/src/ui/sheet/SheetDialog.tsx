import { isTelegram } from '@prichal/telegram';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { onBackPress } from '../../device/back-press.js';
import { Boundary } from '../boundary/Boundary.js';
import { Fault } from '../boundary/Fault.js';
import styles from './sheet.module.css';
import { SheetContext } from './sheet-context.js';
import { useModal } from './use-modal.js';
import { useWaysOut } from './use-ways-out.js';

type Props = {
  card: RefObject<HTMLDivElement | null>;
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
  const { card, closing, opening, onDismiss, androidBack = true, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [said, setSaid] = useState('');
  const latest = useRef(onDismiss);
  latest.current = onDismiss;
  const dismiss = useCallback(() => latest.current(), []);

  useModal({ dialog, card, content }, latest);
  const hearsBack = !closing && (androidBack || isTelegram());
  // Before the effects of the screens, which come above it.
  useLayoutEffect(() => (hearsBack ? onBackPress(dismiss) : undefined), [hearsBack, dismiss]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each opening.
  useLayoutEffect(() => {
    dialog.current?.style.removeProperty('--prichal-drag');
    (document.getElementById(titleId) ?? dialog.current)?.focus({ preventScroll: true });
  }, [titleId, opening]);

  const announce = useCallback((text: string) => setSaid(text), []);
  const sheet = useMemo(
    () => ({ titleId, dismiss, announce, hearsBack }),
    [titleId, dismiss, announce, hearsBack],
  );
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-state={closing ? 'closing' : 'open'}
      {...useWaysOut(dismiss)}
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
