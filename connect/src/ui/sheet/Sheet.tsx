import { isTelegram } from '@prichal/telegram';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { listen } from '../../core/device/listen.js';
import { guarded, usePressGuard, whenTaken } from '../../core/device/press-guard.js';
import { afterPaint } from '../../core/loading/after-paint.js';
import type { TelegramOptions } from '../../core/options.js';
import { Boundary } from '../Boundary.js';
import { Announcement, Button } from '../controls/Button.js';
import { type Presence, useKept, usePresence } from '../presence.js';
import { useStableCallback } from '../use-stable-callback.js';
import { useWords } from '../words.js';
import { onBackPress, useWaysOut } from './back-press.js';
import { Screen } from './Screen.js';
import * as styles from './sheet.module.css';
import { SheetContext, useSheet } from './sheet-context.js';
import { dimTelegramBars, mayHearBack, stateInApp } from './telegram-controls.js';
import { useModal } from './use-modal.js';

export type SheetProps = {
  open: boolean;
  /** Called when the user closes it: with its button, Escape, a press outside, a flick or Back. */
  onDismiss: () => void;
  /** Whether a press outside does not close it, so that its content is not lost by accident. */
  keepsOutside?: boolean;
  /** Whether it is rendered, hidden and inert, before it is opened. */
  prerendered?: boolean | undefined;
  /** Whether Back on Android and in Telegram closes it. @default true */
  androidBack?: boolean;
  /** The Telegram controls that it may use. */
  telegram?: TelegramOptions;
  children: ReactNode;
};

/**
 * A modal: a bottom sheet on phones, a card elsewhere. Its content mounts when it opens, stays unchanged while
 * it closes, and mounts again at the next opening.
 */
export function Sheet({ open, prerendered, children, ...props }: SheetProps) {
  // Only the card's exit animation counts. A notice in the same dialog may still be animated.
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

type Props = {
  card: RefObject<HTMLDivElement | null>;
  /** `closed` if it is prerendered. */
  presence: Presence;
  /** Number of its content's new mounts. */
  life: number;
  onDismiss: () => void;
  keepsOutside?: boolean;
  androidBack?: boolean;
  telegram?: TelegramOptions;
  children: ReactNode;
};

/**
 * A native modal dialog as large as the window, with the card in it. The browser provides the top layer, the
 * inert page, Escape and the focus return. `data-state`: `open`, `closing`, or `closed` if it is prerendered.
 * `data-dragging`: the card follows a finger.
 */
export function SheetDialog(props: Props) {
  const { card, presence, life, onDismiss, androidBack = true, children } = props;
  // Null is also accepted: a page without types must not break the sheet.
  const telegram = props.telegram ?? {};
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [announced, announce] = useState('');
  const dismiss = useStableCallback(onDismiss);
  // An app may pass new functions with each render.
  const getControls = useStableCallback(() => telegram);

  const shown = presence !== 'closed';
  const open = presence === 'open';
  // Before the dialog is shown, so that its first styles include the press guard's.
  usePressGuard(open, false);
  useModal({ dialog, card, content, getControls }, dismiss, shown);
  const hearsBack = presence !== 'closing' && androidBack && mayHearBack(telegram);
  // This runs before the effects of the screens, whose handlers come first.
  useLayoutEffect(() => {
    if (!shown || !hearsBack) return;
    const element = dialog.current;
    const release = onBackPress(
      () => guarded(dismiss),
      stateInApp(getControls().backButton, false),
    );
    // A quick second press must not reach the app.
    return () => (element?.dataset.state === 'closing' ? whenTaken(release) : release());
  }, [shown, hearsBack, dismiss, getControls]);

  useEffect(
    () => (open && veil.current ? dimTelegramBars(getControls(), veil.current) : undefined),
    [open, getControls],
  );

  // The browser's Back has changed the page under the sheet.
  useEffect(() => {
    if (!shown) return;
    const { href } = location;
    return listen(window, 'popstate', () => {
      if (location.href !== href) dismiss();
    });
  }, [shown, dismiss]);

  // A prerendered sheet does not take the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each opening.
  useLayoutEffect(() => {
    dialog.current?.style.removeProperty('--prichal-drag');
    (document.getElementById(titleId) ?? dialog.current)?.focus({ preventScroll: true });
  }, [life, shown]);

  useEffect(() => (shown ? undefined : afterPaint(() => getReady(dialog.current))), [shown]);

  const sheet = useMemo(
    () => ({ titleId, dismiss, announce, hearsBack }),
    [titleId, dismiss, hearsBack],
  );
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-state={presence}
      {...useWaysOut(dismiss, shown, props.keepsOutside)}
    >
      <div ref={veil} className={styles.overlay} data-outside="" />
      <div className={styles.place} data-outside="">
        <div ref={card} className={styles.card}>
          <span className={styles.handle} aria-hidden="true" />
          <div ref={content} className={styles.content}>
            <SheetContext.Provider value={sheet}>
              <Boundary key={life} fallback={<Fault />}>
                {children}
              </Boundary>
            </SheetContext.Provider>
          </div>
        </div>
      </div>
      <Announcement text={announced} />
    </dialog>
  );
}

/**
 * Does work of the opening in advance for a prerendered sheet: reads Telegram's launch parameters, and lays
 * the sheet out once without painting it, because the browser shapes text at its first layout.
 */
function getReady(dialog: HTMLElement | null): void {
  if (!dialog) return;
  isTelegram();
  dialog.style.display = 'block';
  void dialog.offsetHeight;
  dialog.style.display = '';
}

/** The error screen of a sheet, with a button that closes it. */
export function Fault() {
  const { failure, gotIt } = useWords();
  const { dismiss } = useSheet();
  return (
    <Screen title={failure.title} role="alert">
      <p>{failure.text}</p>
      <Button kind="primary" onClick={dismiss}>
        {gotIt}
      </Button>
    </Screen>
  );
}
