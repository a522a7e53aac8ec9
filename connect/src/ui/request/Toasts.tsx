import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { listen } from '../../core/device/listen.js';
import { usePressGuard } from '../../core/device/press-guard.js';
import type { StateView } from '../../core/internals.js';
import { isWaiting, keyOf, setNotice } from '../../core/requests/action-lifecycle.js';
import type { ActionState } from '../../core/state.js';
import { useUiSelector } from '../../core/store.js';
import { IconButton } from '../controls/Button.js';
import { CLOSE } from '../icons/shapes.js';
import { usePresence } from '../presence.js';
import { useTopDialog } from '../sheet/top-dialog.js';
import { useRootProps } from '../theme/use-root-props.js';
import { useStableCallback } from '../use-stable-callback.js';
import { showInTopLayer } from '../widget-root.js';
import { walletName } from '../words.js';
import { ActionIcon } from './ActionIcon.js';
import { noticeWordsOf } from './action-words.js';
import { useRequestWords } from './request-words.js';
import * as styles from './toasts.module.css';

/**
 * The notices of a widget. Their live region is one permanent element, so that a screen reader announces its
 * changes. All regions of a page's widgets are in one stack.
 */
export function Toasts({ internals }: { internals: StateView }) {
  const words = useRequestWords();
  const rootProps = useRootProps(internals);
  const list = useUiSelector(internals, ({ requests }) => requests).filter(({ notice }) => notice);
  usePressGuard(list.map(keyOf).join());
  const [held, setHeld] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const hidden = usePageHidden();
  const home = useRef<HTMLDivElement>(null);
  const [place] = useState(() => document.createElement('div'));
  useResidence(place, home);

  return (
    <div ref={home}>
      {createPortal(
        <div {...rootProps}>
          <section
            className={styles.region}
            aria-label={words.toast.region}
            aria-live="polite"
            onPointerMove={() => setHeld(true)}
            onPointerLeave={({ currentTarget }) => setHeld(currentTarget.matches(':focus-within'))}
            onFocus={({ currentTarget, relatedTarget }) => {
              setHeld(true);
              if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
            }}
            onBlur={() => setHeld(false)}
          >
            {list.map((action) => (
              <Toast
                key={keyOf(action)}
                action={action}
                paused={held || hidden}
                onClose={() => {
                  setNotice(internals.store, keyOf(action), 'closing');
                  if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
                }}
                onGone={() => {
                  // The browser sends no leave or blur event for a removed element.
                  setHeld(false);
                  setNotice(internals.store, keyOf(action), null);
                }}
              />
            ))}
          </section>
        </div>,
        place,
      )}
    </div>
  );
}

/** Keeps `place` in the page's stack of notices, and the stack in the topmost dialog or in `home`. */
function useResidence(place: HTMLElement, home: RefObject<HTMLElement | null>): void {
  const dialog = useTopDialog();
  useLayoutEffect(
    () => (home.current ? joinToastStack(place, home.current) : undefined),
    [place, home],
  );
  // Runs after each render: the notices or the topmost dialog may have changed.
  useLayoutEffect(() => placeToastStack(dialog));
}

/** How long a notice is shown, ms (product specification, section 9). */
const LIFE_MS = 4500;

type Props = { action: ActionState; paused: boolean; onClose: () => void; onGone: () => void };

export function Toast({ action, paused, onClose, onGone }: Props) {
  const words = useRequestWords();
  const element = useRef<HTMLDivElement>(null);
  const presence = usePresence(action.notice === 'open', element);
  // The entrance animation runs once, and not again if the region moves to another dialog.
  const [entering, setEntering] = useState(true);
  // Its time starts when the wallet has the request.
  useToastTimer(LIFE_MS, paused || (isWaiting(action) && !action.sent), onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after its exit.
  useEffect(() => {
    if (presence === 'closed') onGone();
  }, [presence]);

  const name = walletName(action.wallet, words);
  const { title, text } = noticeWordsOf(action, name, words);
  return (
    <div
      ref={element}
      className={styles.toast}
      data-state={presence !== 'open' ? 'closing' : entering ? 'entering' : 'open'}
      onAnimationEnd={() => setEntering(false)}
    >
      <ActionIcon action={action} name={name} size={28} />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      <IconButton label={words.toast.close} shape={CLOSE} size={16} onClick={onClose} />
    </div>
  );
}

/** Calls `onEnd` once, `duration` ms after mounting; time does not count while `paused`. */
export function useToastTimer(duration: number, paused: boolean, onEnd: () => void): void {
  const rest = useRef(duration);
  const end = useStableCallback(onEnd);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(end, rest.current);
    return () => {
      clearTimeout(timer);
      rest.current -= performance.now() - since;
    };
  }, [paused, end]);
}

const subscribe = (listener: () => void): (() => void) =>
  listen(document, 'visibilitychange', listener);

/** Whether the page is hidden. The user is then most likely in the wallet. */
export const usePageHidden = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.hidden,
    () => false,
  );

/*
 * The one stack for the notices of all widgets of a page. Separate stacks in the same corner would cover each
 * other. It is in the topmost open dialog, because everything outside is inert, or else in the first widget.
 */
const homes: Element[] = [];
let stack: HTMLElement | undefined;

/** Adds a widget's notices to the stack. Returns a function that removes them. */
export function joinToastStack(notices: Element, home: Element): () => void {
  stack ??= Object.assign(document.createElement('div'), {
    className: styles.stack,
    popover: 'manual',
  });
  homes.push(home);
  stack.append(notices);
  return () => {
    homes.splice(homes.indexOf(home), 1);
    notices.remove();
    const dialog = stack?.closest('dialog') ?? null;
    if (homes.length > 0) placeToastStack(dialog);
    else stack?.remove();
  };
}

/**
 * Moves the stack to `dialog`, or to the first widget, and sets its lower edge on the dialog. Does not measure an
 * empty stack, because that would lay out the whole sheet before its first frame.
 */
export function placeToastStack(dialog: HTMLElement | null): void {
  const place = dialog ?? homes[0];
  if (!stack || !place) return;
  // Appending it to the same parent would restart its animations and lose the focus.
  if (stack.parentNode !== place) {
    place.append(stack);
    showInTopLayer(stack);
  }
  if (!dialog) return;
  if (stack.querySelector('[data-state]')) {
    dialog.style.setProperty('--prichal-notices', `${stack.getBoundingClientRect().bottom + 8}px`);
  } else dialog.style.removeProperty('--prichal-notices');
}
