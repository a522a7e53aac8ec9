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

type Props = {
  card: RefObject<HTMLDivElement | null>;
  /** `closed`: it stands ready. */
  presence: Presence;
  /** Counts how often its content has begun anew. */
  life: number;
  onDismiss: () => void;
  keepsOutside?: boolean;
  androidBack?: boolean;
  telegram?: TelegramOptions;
  children: ReactNode;
};

/**
 * A native modal dialog as large as the window (the platform gives top layer, inert page, Escape and
 * focus return), with the card in it. `data-state`: `open`, `closing`, `closed` while it stands ready;
 * `data-dragging` while the card follows a finger.
 */
export function SheetDialog(props: Props) {
  const { card, presence, life, onDismiss, androidBack = true, children } = props;
  // Null too is no wish: what comes from a page without types must not break the sheet.
  const telegram = props.telegram ?? {};
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [announced, announce] = useState('');
  const dismiss = useStableCallback(onDismiss);
  // An app may give its functions anew with each render.
  const getControls = useStableCallback(() => telegram);

  const shown = presence !== 'closed';
  const open = presence === 'open';
  // Before the dialog is shown: what the guard says of presses is then part of its first styles.
  usePressGuard(open, false);
  useModal({ dialog, card, content, getControls }, dismiss, shown);
  const hearsBack = presence !== 'closing' && androidBack && mayHearBack(telegram);
  // This runs before the effects of the screens, whose handlers go above it.
  useLayoutEffect(() => {
    if (!shown || !hearsBack) return;
    const element = dialog.current;
    const release = onBackPress(
      () => guarded(dismiss),
      stateInApp(getControls().backButton, false),
    );
    // The second press of an impatient finger is not the app's.
    return () => (element?.dataset.state === 'closing' ? whenTaken(release) : release());
  }, [shown, hearsBack, dismiss, getControls]);

  useEffect(
    () => (open && veil.current ? dimTelegramBars(getControls(), veil.current) : undefined),
    [open, getControls],
  );

  // A page that the browser's own Back has brought under it knows nothing of it.
  useEffect(() => {
    if (!shown) return;
    const { href } = location;
    return listen(window, 'popstate', () => {
      if (location.href !== href) dismiss();
    });
  }, [shown, dismiss]);

  // While it stands ready nothing in it takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each opening.
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
 * Does ahead of a press what a prerendered sheet would do in it: reads Telegram's launch, and lays the
 * sheet out once without painting it, because text is shaped at its first layout.
 */
function getReady(dialog: HTMLElement | null): void {
  if (!dialog) return;
  isTelegram();
  dialog.style.display = 'block';
  void dialog.offsetHeight;
  dialog.style.display = '';
}

/** What a sheet shows when its screen broke: that it did, and the way out. */
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
