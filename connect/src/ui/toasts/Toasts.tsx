import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { keyOf, setNotice } from '../../actions/action-lifecycle.js';
import { usePressGuard } from '../../device/press-guard.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { useRootProps } from '../../theme/use-root-props.js';
import type { StateView } from '../../types/internals.js';
import { useRequestWords } from '../request-words.js';
import { useTopDialog } from '../sheet/top-dialog.js';
import { Toast } from './Toast.js';
import { joinToastStack, placeToastStack } from './toast-stack.js';
import * as styles from './toasts.module.css';
import { usePageHidden } from './use-toast-timer.js';

/**
 * The notices of a widget. Their region is one element for good, so that a screen reader hears what
 * changes in it; it stands with those of the page's other widgets.
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

/** Keeps `place` in the page's stack of notices, and that in the topmost dialog, or at home. */
function useResidence(place: HTMLElement, home: RefObject<HTMLElement | null>): void {
  const dialog = useTopDialog();
  useLayoutEffect(
    () => (home.current ? joinToastStack(place, home.current) : undefined),
    [place, home],
  );
  // Runs after each render: the notices or the topmost dialog may have changed.
  useLayoutEffect(() => placeToastStack(dialog));
}
