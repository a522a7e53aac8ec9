import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Hint.module.css';

type Props = {
  /** Id for the control's `aria-describedby`. */
  id: string;
  text: string;
  className?: string | undefined;
  children: ReactNode;
};

type Place = { left: number; top?: number; bottom?: number };

/** Height that the text needs below its control, in px. */
const ROOM = 96;
const WIDTH = 260;
/** Gap between control and text, and between text and window edge, in px. */
const GAP = 6;

function placeBy(element: Element): Place {
  const box = element.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(box.left, innerWidth - WIDTH - GAP));
  return innerHeight - box.bottom < ROOM
    ? { left, bottom: innerHeight - box.top + GAP }
    : { left, top: box.bottom + GAP };
}

/**
 * Tooltip of a control: shown on hover and focus, hidden with Escape. Screen readers announce it as
 * the control's description.
 */
export function Hint({ id, text, className, children }: Props) {
  const control = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const shown = place !== null;
  const show = () => setPlace(control.current && placeBy(control.current));
  const hide = () => setPlace(null);

  useEffect(() => {
    if (!shown) return;
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPlace(null);
    };
    // The browser may scroll the control into view after it gets focus.
    const follow = () => setPlace(control.current && placeBy(control.current));
    document.addEventListener('keydown', dismiss);
    document.addEventListener('scroll', follow, true);
    return () => {
      document.removeEventListener('keydown', dismiss);
      document.removeEventListener('scroll', follow, true);
    };
  }, [shown]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only shows words about the control within
    <div
      ref={control}
      className={className}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      <span
        id={id}
        role="tooltip"
        className={shown ? styles.shown : styles.hidden}
        style={place ?? {}}
      >
        {text}
      </span>
    </div>
  );
}
